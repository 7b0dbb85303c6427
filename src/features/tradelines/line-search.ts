type Named = { name: string; bank: string; supplierId: string }

/** The lines in whose name, bank or supplier's id every word of a query stands, whatever its case; all for an empty query. */
export const searchLines = <T extends Named>(lines: readonly T[], query: string): T[] => {
  const words = query.toLowerCase().split(/\s+/)
  return lines.filter(({ name, bank, supplierId }) => {
    const said = `${name}\n${bank}\n${supplierId}`.toLowerCase()
    return words.every(word => said.includes(word))
  })
}
