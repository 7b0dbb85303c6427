import { AppError } from '#api/errors.ts'
import { reportThreads } from '#platform/threads.ts'
import type * as computed from './computed.ts'
import type { BuildResult, BuildTask, BuiltFromReport } from './computed.ts'

/** What disputes need from the current report. The report itself is opened only in worker threads. */

const module = new URL('./computed.ts', import.meta.url)

const build = reportThreads.define<typeof computed.buildFromReport>(
  module,
  'buildFromReport',
  (value): value is BuildResult => typeof value === 'object' && value !== null && 'kind' in value,
)

/** Throws the errors of the dispute's builder, or `no_report`. */
export const buildFromReport = async (task: BuildTask): Promise<BuiltFromReport> => {
  const result = await build(task)
  if (result.kind === 'built') return result.built
  const { code, message, fields } = result
  throw new AppError(code, { message, ...(fields && { fields }) })
}

export const readCurrentFile = reportThreads.define<typeof computed.readCurrentFile>(
  module,
  'readCurrentFile',
  (value): value is ReturnType<typeof computed.readCurrentFile> =>
    typeof value === 'object' && value !== null && 'related' in value,
)

export const findShownItems = reportThreads.define<typeof computed.findShownItems>(
  module,
  'findShownItems',
  (value): value is ReturnType<typeof computed.findShownItems> =>
    typeof value === 'object' && value !== null && 'shownAt' in value,
)

export const listDatedFiles = reportThreads.define<typeof computed.listDatedFiles>(
  module,
  'listDatedFiles',
  (value): value is ReturnType<typeof computed.listDatedFiles> => Array.isArray(value),
)
