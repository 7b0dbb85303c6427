import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CannotRunHere, type Scenario } from './scenario.ts'

/** Checks `deploy/fairfile.service` and `compose.yaml` with this machine's tools; starts neither. */

const root = path.join(import.meta.dirname, '..')

const isHere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

const run = (program: string, parameters: readonly string[], cwd: string) => {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}`.trim() }
}

/** The highest accepted exposure, on a scale of 100. */
const MAX_EXPOSED = 20

export const deployment: Scenario = {
  what: 'systemd accepts and rates the unit, and Compose accepts compose.yaml with and without the bucket',
  options: {},
  run: async ({ later }, { did, figure, must }) => {
    const compose = isHere('docker-compose') ? 'docker-compose' : null
    if (!isHere('systemd-analyze') || compose === null)
      throw new CannotRunHere('it needs systemd-analyze and docker-compose (Debian packages of these names)')
    const folder = mkdtempSync(path.join(tmpdir(), 'fairfile-deployment-'))
    later(() => rmSync(folder, { recursive: true }))

    // systemd-analyze checks that the installation paths in the unit exist.
    const unit = readFileSync(path.join(root, 'deploy/fairfile.service'), 'utf8')
    writeFileSync(path.join(folder, 'fairfile.service'), unit.replaceAll('/opt/fairfile', root))
    const verified = run('systemd-analyze', ['verify', './fairfile.service'], folder)
    must(
      'systemd accepts the unit without a warning',
      verified.status === 0 && verified.said === '',
      verified.said,
    )
    const rated = run(
      'systemd-analyze',
      ['security', '--offline=true', `--threshold=${MAX_EXPOSED}`, './fairfile.service'],
      folder,
    )
    figure('rating', rated.said.split('\n').at(-1) ?? '')
    must(`its exposure is at most ${MAX_EXPOSED / 10}`, rated.status === 0, rated.status ?? 'ended')

    cpSync(path.join(root, 'compose.yaml'), path.join(folder, 'compose.yaml'))
    writeFileSync(path.join(folder, 'fairfile.env'), 'SUPPORT_EMAIL=help@example.com\n')
    const bare = run(compose, ['config'], folder)
    must(
      'Compose requires the database password',
      bare.said.includes('DATABASE_PASSWORD'),
      bare.status ?? 'ended',
    )
    writeFileSync(path.join(folder, '.env'), 'DATABASE_PASSWORD=p\nS3_SECRET_ACCESS_KEY=s\n')
    for (const profile of [[], ['--profile', 's3']]) {
      const read = run(compose, [...profile, 'config', '--services'], folder)
      must(`Compose reads it ${profile.join(' ')}`, read.status === 0, read.said.replaceAll('\n', ', '))
    }
    did('neither the unit nor the containers were started')
  },
}
