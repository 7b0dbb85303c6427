import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { encodeFrame, readFrames } from '#platform/process-frames.ts'

/** A process compromised by a hostile file: it responds with the names of what it was able to do. */

const attempts: Readonly<Record<string, () => unknown>> = {
  'read a file of the machine': () => readFileSync('/etc/hosts'),
  'read a file of the server': () => readFileSync('src/app/main.ts'),
  'list a folder': () => readdirSync('/'),
  'write a file': () => writeFileSync(path.join(tmpdir(), 'pried'), ''),
  'start a program': () => spawnSync('/bin/sh', ['-c', 'true']),
  'start a thread': () => new Worker('', { eval: true }),
  'load a native library': () => process.dlopen({ exports: {} }, '/nowhere'),
  'make code of text': () => Reflect.construct(Function, ['return 1']),
}

const able = (): string[] =>
  Object.entries(attempts).flatMap(([name, attempt]) => {
    try {
      attempt()
      return name
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      return code === 'ERR_ACCESS_DENIED' || code === 'ERR_DLOPEN_DISABLED' || error instanceof EvalError
        ? []
        : name
    }
  })

/** Without variables that a shell sets itself. */
const environment = Object.keys(process.env).filter(name => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))

process.stdout.write(encodeFrame([Buffer.alloc(0)]))
for await (const _ of readFrames(process.stdin, 1, 100))
  process.stdout.write(encodeFrame([Buffer.from(JSON.stringify({ able: able(), environment }))]))
