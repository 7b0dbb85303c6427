import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

/** The build if set: it loads in a fifth of the time, and names the packages inside its files. */
const { BUILT_SERVER } = process.env
const server = BUILT_SERVER ? join(BUILT_SERVER, 'process.js') : join(import.meta.dirname, 'process.ts')

it('no package of a provider is loaded before that provider is chosen', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const load = (url, context, next) => {
      console.log(url)
      return next(url, context)
    }
    registerHooks({ load })
    await import(${JSON.stringify(pathToFileURL(server).href)})`
  const urls = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const bundles = urls
    .split('\n')
    .filter(url => BUILT_SERVER && url.startsWith(pathToFileURL(BUILT_SERVER).href))
  const loaded = [urls, ...bundles.map(url => readFileSync(fileURLToPath(url), 'utf8'))].join('\n')
  expect(loaded).toMatch(/node_modules.fastify/)
  expect(loaded.match(/node_modules.(?:@aws-sdk|@smithy|nodemailer|web-push)/g)).toBeNull()
})
