import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('no package of a provider is loaded before that provider is chosen', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const load = (url, context, next) => {
      console.log(url)
      return next(url, context)
    }
    registerHooks({ load })
    await import('./src/app/process.ts')`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })
  expect(loaded).toMatch(/node_modules.fastify/)
  expect(loaded.match(/node_modules.(?:@aws-sdk|@smithy|nodemailer|web-push)/g)).toBeNull()
})
