import type { Bureau } from '#values/bureau.ts'
import type { PlantedError } from './error.ts'
import type { Life } from './life.ts'

/** A person of the sandbox: a life, what bureaus have wrong about it, and the format its documents come in. */
export type Persona = {
  id: string
  title: string
  story: string
  format: 'truelink-json' | 'mismo-3'
  life: Life
  errors: readonly PlantedError[]
}

export const atAllBureaus: readonly Bureau[] = ['TransUnion', 'Experian', 'Equifax']

/** The parts of a life in which nothing is worth telling. */
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
