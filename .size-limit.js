/** What a browser loads before sign-in and in Analytics, from the list of chunks that the build writes. */
import { readdirSync, readFileSync } from 'node:fs'

const built = 'dist/web/'
const chunks = JSON.parse(readFileSync(`${built}.vite/manifest.json`, 'utf8'))

/** The chunks of these entries and everything that they import at once. */
const loadedBy = entries => {
  const loaded = new Set(entries)
  for (const name of loaded) for (const next of chunks[name].imports ?? []) loaded.add(next)
  return [...loaded]
}

const named = file => {
  const name = Object.keys(chunks).find(
    each =>
      !each.endsWith('.css') && (each === file || each.endsWith(`/${file}`) || each.startsWith(`_${file}-`)),
  )
  if (!name) throw new Error(`The build has no chunk of ${file}.`)
  return name
}

const scripts = names => names.map(name => built + chunks[name].file)
const styles = names => [...new Set(names.flatMap(name => chunks[name].css ?? []))].map(file => built + file)

/** The other one, with accents, is loaded where a text needs it. */
const font = readdirSync(`${built}assets`).filter(file => file.startsWith('inter-basic-'))

const beforeSignIn = loadedBy(['index.html', 'sign-in'].map(named))
const registering = loadedBy(['register'].map(named)).filter(name => !beforeSignIn.includes(name))
const inAnalytics = loadedBy(['index.html', 'signed-in', 'analytics'].map(named))
const beyond = inAnalytics.filter(name => !beforeSignIn.includes(name))

export default [
  { name: 'JavaScript before sign-in', path: scripts(beforeSignIn), limit: '120 kB', gzip: true },
  { name: 'JavaScript of registering beyond that', path: scripts(registering), limit: '10 kB', gzip: true },
  { name: 'JavaScript of Analytics beyond that', path: scripts(beyond), limit: '70 kB', gzip: true },
  { name: 'Styles before sign-in', path: styles(beforeSignIn), limit: '20 kB', gzip: true },
  { name: 'Font', path: font.map(file => `${built}assets/${file}`), limit: '35 kB', brotli: false },
]
