import type { Bureau } from '#values/bureau.ts'
import type { PlantedError } from './error.ts'
import type { Life } from './life.ts'

/** A sandbox person: a life, the bureaus' errors about it, and the document format. */
export type Persona = {
  id: string
  title: string
  story: string
  format: 'truelink-json' | 'mismo-3'
  life: Life
  errors: readonly PlantedError[]
}

export const atAllBureaus: readonly Bureau[] = ['TransUnion', 'Experian', 'Equifax']

/** Defaults for the uneventful parts of a life. */
export const createLife = {
  livesHereSince: { TransUnion: '2021-03-08', Experian: '2021-03-02', Equifax: '2021-03-15' },
  earlierPlaces: [],
  employers: [],
  phones: [],
  aliases: [],
  birthYearOnly: [],
  frozenAt: [],
  scoreShift: { TransUnion: 0, Experian: 3, Equifax: -2 },
} as const satisfies Partial<Life>
