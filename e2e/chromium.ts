import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { z } from 'zod'
import { folderInMemory } from '../scripts/memory.mjs'

const root = path.join(import.meta.dirname, '..')
const packageFolder = path.join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '..', '..')

/** Only the pages under test may be fetched, and nothing may differ between machines. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
]

/**
 * Playwright lets Chromium share memory between its processes in files of the temporary folder, because containers often have
 * only 64 MB of `/dev/shm`. Creating and deleting one for each drawn part of a page takes a twelfth of the tests' CPU.
 */
const withoutDefaults = folderInMemory(1024 ** 3) ? ['--disable-dev-shm-usage'] : []

/** For machines without fonts: those of the package, next to this file regardless of the folder's name. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`

/** Starts a separate Chromium with additional flags; the caller must close it. */
export const launchChromium = async (own: readonly string[] = []): Promise<Browser> => {
  const options = await launchOptions()
  await unpackChromium()
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...own] })
}

/**
 * `CHROMIUM_PATH` when set, else the Chromium inside the npm package, which must be unpacked before it is launched.
 * Its process sandbox stays off (Playwright's default): it needs user namespaces that containers often lack, and
 * only the product's own pages are opened.
 */
export const launchOptions = async (): Promise<LaunchOptions> => {
  const { CHROMIUM_PATH: own, ...environment } = process.env
  if (own) return { executablePath: own, args: flags, ignoreDefaultArgs: withoutDefaults }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The packaged Chromium runs on Linux x64 only. Set CHROMIUM_PATH to a Chrome or Chromium.',
    )
  }
  const folder = await folderOfPackaged()
  const libraries = [path.join(folder, 'lib'), environment.LD_LIBRARY_PATH].filter(Boolean).join(':')
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: folder }
  return {
    executablePath: path.join(folder, 'chromium'),
    args: flags,
    ignoreDefaultArgs: withoutDefaults,
    env: { ...environment, ...fonts, LD_LIBRARY_PATH: libraries },
  }
}

/**
 * Unpacks the packaged Chromium, once per version, unless `CHROMIUM_PATH` names another. The package's own unpacking reuses
 * anything it finds in the shared temporary folder, so it is not used. The folder gets its final name only when complete.
 */
export const unpackChromium = async (): Promise<void> => {
  if (process.env.CHROMIUM_PATH) return
  const folder = await folderOfPackaged()
  if (existsSync(folder)) return
  const partial = `${folder}.${process.pid}`
  await mkdir(partial, { recursive: true })
  const unpack = async (name: string, file: string) => {
    const source = createReadStream(path.join(packageFolder, 'bin', name))
    await pipeline(source, createBrotliDecompress(), createWriteStream(file, { mode: 0o755 }))
  }
  // Through a file: a pipe to tar, which exits at the end of the archive, may count as broken although tar read all of it.
  const untar = async (name: string) => {
    const archive = path.join(partial, name)
    await unpack(name, archive)
    await promisify(execFile)('tar', ['-x', '-C', partial, '-f', archive])
    await rm(archive)
  }
  await Promise.all([
    unpack('chromium.br', path.join(partial, 'chromium')),
    untar('al2023.tar.br'),
    untar('fonts.tar.br'),
  ])
  await writeFile(path.join(partial, 'fonts.conf'), fontSettings)
  await rename(partial, folder).catch(async (failure: unknown) => {
    await rm(partial, { recursive: true })
    if (!existsSync(folder)) throw failure
  })
}

const folderOfPackaged = async (): Promise<string> => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')))
  return path.join(root, '.cache', `chromium-${version}`)
}
