/** A US number in E.164, `+12025550143`, as `(202) 555-0143`; anything else unchanged. */
export const showPhone = (e164: string): string => {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164)
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : e164
}
