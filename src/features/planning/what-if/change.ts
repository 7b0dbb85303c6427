import type { Bureau } from '#values/bureau.ts'
import type { Step } from './step.ts'

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

/** A step that can be done, as it is applied to each bureau's file. */
export type Change =
  | StepOf<'pay' | 'close' | 'raise'>
  /** `nth`: tells several new cards apart. */
  | (StepOf<'open'> & { nth: number })
  | (Omit<StepOf<'correct'>, 'bureaus'> & { bureaus: readonly Bureau[] })
  | {
      kind: 'remove_accounts' | 'remove_inquiries' | 'remove_records'
      ids: readonly string[]
      bureaus: readonly Bureau[]
    }
  | { kind: 'pass'; on: string }
