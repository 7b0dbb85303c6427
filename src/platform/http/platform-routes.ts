import type { platform } from '#api/platform.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import type { Handlers } from './handler.ts'

export const platformRoutes = ({
  support,
  log,
}: {
  support: Config['support']
  log: Log
}): Handlers<typeof platform> => ({
  support: async () => support,
  cspReport: async ({ requestId }) => {
    // Only that it happened: a report repeats addresses and script samples of the page.
    log.warn('content security policy report', { requestId })
    return { status: 204, type: 'text/plain', body: '' }
  },
})
