/** The three nationwide consumer reporting agencies, in display order. */
export const bureaus = ['TransUnion', 'Experian', 'Equifax'] as const

export type Bureau = (typeof bureaus)[number]

export const isBureau = (text: string): text is Bureau => bureaus.some(bureau => bureau === text)

/** In display order, without duplicates. */
export const sortBureaus = (some: Iterable<Bureau>): Bureau[] => {
  const wanted = new Set(some)
  return bureaus.filter(bureau => wanted.has(bureau))
}

/** The bureaus of rows, in display order, without duplicates. */
export const distinctBureaus = (rows: readonly { bureau: Bureau }[]): Bureau[] =>
  sortBureaus(rows.map(row => row.bureau))
