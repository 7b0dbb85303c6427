import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { NotHere } from './drill.ts'

/** A folder that holds a minimal Debian and nothing else, in which commands run as in an image. */
export type BareDebian = {
  folder: string
  /** Another folder with the same content. */
  copy: () => BareDebian
  /** Runs a shell command as root and throws when it fails. */
  run: (command: string, where: { cwd: string; environment?: Record<string, string> }) => void
}

/** Who a program runs as, where, with which environment, and which of its folders it may write. */
export type Confined = {
  user: string
  cwd: string
  environment: Readonly<Record<string, string>>
  /** Folders of this machine by the place where the program finds them. All else is read-only. */
  volumes: Readonly<Record<string, string>>
}

const must = (program: string, parameters: readonly string[], env?: NodeJS.ProcessEnv) => {
  const ended = spawnSync(program, parameters, { encoding: 'utf8', env, maxBuffer: 2 ** 28 })
  if (ended.status !== 0)
    throw new Error(`${program} failed: ${ended.stderr?.slice(-2_000) || ended.error?.message}`)
}

/** A folder beside those that are there, which everybody may enter as everybody may enter the root of an image. */
const folderIn = (room: string) => {
  const folder = path.join(room, `debian-${readdirSync(room).length}`)
  mkdirSync(folder, { mode: 0o755 })
  return folder
}
const SEARCHED = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The certificates that Node was told to trust, without which it may not reach the registry. */
const { NODE_EXTRA_CA_CERTS: certificates } = process.env
const NETWORK = ['/etc/resolv.conf', '/etc/hosts', ...(certificates ? [certificates] : [])]
const ENVIRONMENT = {
  PATH: SEARCHED,
  HOME: '/root',
  ...(certificates ? { NODE_EXTRA_CA_CERTS: certificates } : {}),
}
const RUN = 'mount -t proc proc "$0/proc" && exec chroot "$0" env --chdir="$1" /bin/sh -c "$2"'

const inFolder = (folder: string): BareDebian => ({
  folder,
  copy: () => {
    const other = folderIn(path.dirname(folder))
    must('cp', ['--archive', `${folder}/.`, other])
    return inFolder(other)
  },
  run: (command, { cwd, environment = {} }) => {
    for (const file of NETWORK)
      if (existsSync(file)) cpSync(file, path.join(folder, file), { dereference: true })
    const parameters = ['--mount', 'sh', '-c', RUN, folder, cwd, command]
    must('unshare', parameters, { ...ENVIRONMENT, ...environment })
  },
})

/** Makes one with debootstrap in a folder that holds nothing else, where its copies will stand too. Only root may. */
export const bareDebian = (room: string, suite: string, mirror: string): BareDebian => {
  if (spawnSync('debootstrap', ['--version']).status !== 0)
    throw new NotHere('debootstrap is not installed here')
  const folder = folderIn(room)
  must('debootstrap', ['--variant=minbase', suite, folder, mirror])
  return inFolder(folder)
}

/** Mounts everything for this one process and those it starts, gives up root, and becomes the program. */
const CONFINE = `
set -e
root=$1 user=$2 cwd=$3; shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do mkdir -p "$root$1"; mount --bind "$2" "$root$1"; shift 2; done
shift
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" --groups= "$root" env --ignore-environment --chdir="$cwd" "$@"
`

/** Starts a program in it, its output on `stderr` and `stdout`; the process that is given is the program itself. */
export const confined = (
  { folder }: Pick<BareDebian, 'folder'>,
  { user, cwd, environment, volumes }: Confined,
  program: readonly string[],
): ChildProcess => {
  const mounted = Object.entries(volumes).flat()
  const settings = Object.entries({ PATH: SEARCHED, ...environment }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const parameters = [folder, user, cwd, ...mounted, '--', ...settings, ...program]
  return spawn('unshare', ['--mount', 'sh', '-c', CONFINE, 'sh', ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
