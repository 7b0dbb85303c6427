import { lazyRouteComponent } from '@tanstack/react-router'

/** A file of this release that did not come: the server is away, or a newer release took its place. */
class MissingChunkError extends Error {
  constructor(cause: unknown) {
    super('A file of the page could not be fetched', { cause })
    this.name = 'LostFile'
  }
}

/** Style sheets that were asked for and did not come. The bundler asks for each of them only once. */
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
 * A file that is fetched when it is first needed. Its failure gets a class of its own, by which the router does not know it:
 * the router would load the page again, and the browser's own error page would replace the app while the server is away.
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

/** A screen whose file is fetched when it is first visited. */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadChunk(load()), name)

const timeoutMs = 10_000

/** Whether the server answers with the page, so that loading it again is safe. */
const isServerUp = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Loads the page again when the server answers; false when it does not, and what is shown stays. */
export const reloadIfServerUp = async (): Promise<boolean> => {
  const served = await isServerUp()
  if (served) location.reload()
  return served
}

/** Fetches a newer release in place of a file that it replaced, at most once for each file. */
export const reloadForMissingChunk = async (error: unknown): Promise<void> => {
  if (!(error instanceof MissingChunkError)) return
  const lost = `lost ${String(error.cause)}`
  if (sessionStorage.getItem(lost) !== null || !(await isServerUp())) return
  sessionStorage.setItem(lost, '1')
  location.reload()
}
