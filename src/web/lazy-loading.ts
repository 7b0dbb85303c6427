import { lazyRouteComponent } from '@tanstack/react-router'

/** A file of this release cannot be fetched: the server is down, or a newer release replaced it. */
class MissingChunkError extends Error {
  constructor(cause: unknown) {
    super('A file of the page could not be fetched', { cause })
    this.name = 'MissingChunkError'
  }
}

/** The bundler requests each stylesheet only once. */
const failedStylesheets = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => sheet === null,
  )

const reloadStylesheet = (lost: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = lost.href
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    lost.replaceWith(link)
  })

let hasFailedChunk = false

/**
 * Loads a module on demand. The error class hides the failure from the router, which would reload the page, and the
 * browser's error page would replace the app while the server is down.
 */
export const loadChunk = async <Module>(file: Promise<Module>): Promise<Module> => {
  try {
    const module = await file
    if (hasFailedChunk) await Promise.all(failedStylesheets().map(reloadStylesheet))
    return module
  } catch (cause) {
    hasFailedChunk = true
    throw new MissingChunkError(cause)
  }
}

/** A file of a screen that loads parts of it in files of their own, which are needed at once. */
type ScreenFile = Record<string, unknown> & { loadParts?: () => Promise<void> }

/**
 * A screen whose file is loaded on the first visit, and then what the file itself names. It does not wait for that with
 * a top-level `await`: one is enough for the bundler to merge no files at all.
 */
export const lazyScreen = <Module extends ScreenFile, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    const file = await loadChunk(load())
    await file.loadParts?.()
    return file
  }, name)

const timeoutMs = 10_000

const isServerUp = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Returns false, and leaves the page as it is, when the server does not respond. */
export const reloadIfServerUp = async (): Promise<boolean> => {
  const served = await isServerUp()
  if (served) location.reload()
  return served
}

const pauseMs = 5_000

/** Resolves when the server responds: checks every few seconds and when the network is back. */
export const waitForServer = async (left: AbortSignal): Promise<void> => {
  do {
    await new Promise<unknown>(resolve => {
      setTimeout(resolve, pauseMs)
      addEventListener('online', resolve, { once: true, signal: left })
    })
  } while (!left.aborted && !(await isServerUp()))
}

export const isMissingChunk = (error: unknown): boolean => error instanceof MissingChunkError

/** Reloads the page once per missing file, to get the newer release; if the server is down, once it is back. */
export const reloadForMissingChunk = async (error: unknown, left: AbortSignal): Promise<void> => {
  if (!(error instanceof MissingChunkError)) return
  const lost = `lost ${String(error.cause)}`
  if (sessionStorage.getItem(lost) !== null) return
  if (!(await isServerUp())) await waitForServer(left)
  if (left.aborted) return
  sessionStorage.setItem(lost, '1')
  location.reload()
}
