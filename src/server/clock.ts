import type { Config } from './config.ts'

/** The present instant. Rules receive what it gives; they never ask themselves. */
export type Clock = () => Date

/** The clock of this process: the system's, moved or stopped by `TEST_CLOCK`. */
export const clockOf = (setting: Config['clock']): Clock =>
  'fixed' in setting ? () => new Date(setting.fixed) : () => new Date(Date.now() + setting.offset)
