/** `1 item`, `3 items`. */
export const pluralize = (count: number, thing: string): string =>
  `${count} ${count === 1 ? thing : `${thing}s`}`
