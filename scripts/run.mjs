import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, regardless of the current folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const running = new Set()
let stoppedBy
let stoppedAt = 0

/**
 * Starts a program in the project's folder; `options` are those of `spawn`. It gets its own process group, so that
 * only this process signals it to stop, and only once: npm and a terminal may both send the same signal here.
 */
export const start = (command, parameters, options = {}) => {
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    ...options,
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** The exit code of a started program, 1 if it could not be started or was ended by a signal. */
export const exitOf = child =>
  new Promise(resolve => {
    child.once('error', failure => {
      console.error(failure.message)
      resolve(1)
    })
    child.once('close', code => resolve(code ?? 1))
  })

/** Whether this process received a signal to stop, so that nothing new should start. */
export const isStopping = () => stoppedBy !== undefined

const stop = signal => {
  if (running.size === 0) process.exit(1)
  if (stoppedBy === signal && Date.now() - stoppedAt < 1000) return
  stoppedBy = signal
  stoppedAt = Date.now()
  for (const child of running) child.kill(signal)
}

process.on('SIGINT', () => stop('SIGINT'))
process.on('SIGTERM', () => stop('SIGTERM'))
process.on('SIGHUP', () => stop('SIGTERM'))

/** npm passes SIGTERM only to its shell, which dies and orphans this process. */
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent && !isStopping()) stop('SIGTERM')
  }, 300).unref()
}
