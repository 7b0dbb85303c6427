/**
 * `npm run credit-data:check -- <url>` requests reports of test people from a credit data bridge and states for each rule
 * whether the bridge follows it (docs/guides/credit-data.md). It uses the settings with which the server would call the
 * bridge, and stores nothing.
 */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { ConfidentialUrl } from '#platform/config/provider-settings.ts'
import { createHttpCall } from '#providers/http-call.ts'
import { publicLookup } from '#providers/public-address.ts'
import { checkBridge } from './credit-data-rules.ts'
import { exitWithError } from './run-command.ts'

const USAGE = 'npm run credit-data:check -- <url>, with CREDIT_DATA_TOKEN set'

const parse = () => {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true })
  const [url, ...more] = positionals
  if (url === undefined || more.length > 0) throw new ConfigError(`name one address: ${USAGE}`)
  const problem = ConfidentialUrl.safeParse(url).error?.issues[0]
  if (problem) throw new ConfigError(`${url}: ${problem.message}`)
  const { CREDIT_DATA_TOKEN, CREDIT_DATA_FORMAT, CREDIT_DATA_IDENTITY_STEP, PRIVATE_HOSTS } = process.env
  const { creditData, privateHosts, reportBounds } = readConfig({
    CREDIT_DATA_URL: url,
    CREDIT_DATA_TOKEN,
    CREDIT_DATA_FORMAT,
    CREDIT_DATA_IDENTITY_STEP,
    PRIVATE_HOSTS,
  })
  if (creditData?.kind !== 'bridge') throw new ConfigError(`CREDIT_DATA_TOKEN: is missing: ${USAGE}`)
  return {
    bridge: creditData,
    call: createHttpCall(publicLookup(privateHosts)),
    permitted: reportBounds.limits,
  }
}

try {
  let broken = 0
  for await (const result of checkBridge({ ...parse(), now: new Date() })) {
    if ('skipped' in result) console.log(`skip  ${result.rule} (${result.skipped})`)
    else if (result.problem === null) console.log(`pass  ${result.rule}`)
    else {
      broken += 1
      console.log(`FAIL  ${result.rule}: ${result.problem}`)
    }
  }
  console.log(
    broken === 0 ? 'The bridge follows every rule that was tested.' : `Rules that it breaks: ${broken}.`,
  )
  if (broken > 0) process.exitCode = 1
} catch (error) {
  exitWithError(error)
}
