import { parentPort } from 'node:worker_threads'
import { AppError } from '#api/errors.ts'
import type { Asked, Said } from './apart.ts'

/** A thread that calls functions of modules by their names, one after the other (`apart.ts`). */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isAct = (value: unknown): value is (input: unknown) => unknown => typeof value === 'function'

const called = async ({ module, name, input }: Asked): Promise<unknown> => {
  const loaded: unknown = await import(module)
  const act: unknown = isRecord(loaded) ? loaded[name] : undefined
  if (!isAct(act)) throw new Error(`${module} exports no function ${name}`)
  return await act(input)
}

const saidTo = async (asked: Asked): Promise<Said> => {
  const { id } = asked
  try {
    return { id, kind: 'gave', value: await called(asked) }
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, fields } = error
      return { id, kind: 'refused', code, message, fields }
    }
    return {
      id,
      kind: 'failed',
      words: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

parentPort?.on('message', (asked: Asked) => {
  // What cannot be sent ends the thread, and `apart.ts` says so.
  void saidTo(asked).then(said => parentPort?.postMessage(said))
})
