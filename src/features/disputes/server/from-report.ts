import { AppError } from '#api/errors.ts'
import { reportThreads } from '#platform/threads.ts'
import type * as computed from './computed.ts'
import {
  type BuildTask,
  type BuiltFromReport,
  isAccountRows,
  isBuildResult,
  isDatedFiles,
  isShownItems,
} from './computed.ts'

/** What disputes take from the current report. The report itself is opened in worker threads alone. */

const module = new URL('./computed.ts', import.meta.url)

const build = reportThreads.define<typeof computed.buildFromReport>(module, 'buildFromReport', isBuildResult)

/** Refuses as the builder of the dispute does, and `no_report`. */
export const buildFromReport = async (task: BuildTask): Promise<BuiltFromReport> => {
  const result = await build(task)
  if (result.kind === 'built') return result.built
  const { code, message, fields } = result
  throw new AppError(code, { message, ...(fields && { fields }) })
}

export const findDebtRows = reportThreads.define<typeof computed.findDebtRows>(
  module,
  'findDebtRows',
  isAccountRows,
)

export const findShownItems = reportThreads.define<typeof computed.findShownItems>(
  module,
  'findShownItems',
  isShownItems,
)

export const listDatedFiles = reportThreads.define<typeof computed.listDatedFiles>(
  module,
  'listDatedFiles',
  isDatedFiles,
)
