/** A whole percentage as the product shows it everywhere: `98 %` (decisions section 5). */
export const showPercent = (percent: number): string => `${percent} %`
