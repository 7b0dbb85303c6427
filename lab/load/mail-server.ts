import { z } from 'zod'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { fakeLobSecret } from '#test/fakes/fake-lob-letters.ts'
import { runServer } from '#test/support/run-server.ts'
import type { LabDatabase } from '../harness/databases.ts'
import { startServer } from '../harness/server.ts'
import type { Options } from '../scenario.ts'

/** A server that mails letters, and its mail provider as a separate process without faults. */

const Ledger = z.object({ url: z.string() })

/** Opens both. Mailing times are `faster` times shorter. */
export const openMailing = async (database: LabDatabase, { later }: Options, faster: number) => {
  const mailProvider = await runServer({ FASTER: String(faster) }, ['test/fakes/fake-lob-process.ts'])
  later(() => mailProvider.end('SIGKILL'))
  const query = async <T>(path: string, shape: z.ZodType<T>, method = 'GET'): Promise<T> =>
    shape.parse(await (await fetch(`${mailProvider.url}${path}`, { method })).json())
  await query('/calm', z.object({}), 'POST')
  const { url: baseUrl } = await query('/ledger', Ledger)
  const settings = {
    NODE_ENV: 'test',
    FASTER: String(faster),
    LOB_API_KEY: fakeLobKey,
    LOB_WEBHOOK_SECRET: fakeLobSecret,
    LOB_BASE_URL: baseUrl,
    MAIL_DAILY_CAP: '999999,999999',
  }
  const server = await startServer(
    { ...database.settings, ...settings },
    'test/support/mailing/mail-server.ts',
  )
  later(server.kill)
  return {
    url: server.url,
    /** Queries the provider directly (`test/support/mailing`). */
    query,
    close: async () => {
      await server.kill()
      await mailProvider.end('SIGTERM')
    },
  }
}
