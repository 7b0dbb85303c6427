/** The three nationwide consumer reporting agencies, in the order in which the product shows them. */
export const bureaus = ['TransUnion', 'Experian', 'Equifax'] as const

export type Bureau = (typeof bureaus)[number]

/** Whether a text is the canonical name of a bureau. */
export const isBureau = (text: string): text is Bureau => bureaus.some(bureau => bureau === text)

/** Sorts bureaus into the order in which the product shows them, each once. */
export const sortBureaus = (some: Iterable<Bureau>): Bureau[] => {
  const wanted = new Set(some)
  return bureaus.filter(bureau => wanted.has(bureau))
}
