import { filesUnder, type Import, importsOf, productOf } from './imports.ts'

/** The pictures of docs/architecture.md, drawn from the imports themselves, in Mermaid. */

/** Where a file stands in the large: the first pattern that fits. */
const places: readonly { place: string; shown: string; files: RegExp }[] = [
  { place: 'page', shown: 'the page<br>src/web, features/*/web', files: /^(web\/|features\/[^/]+\/web\/)/ },
  {
    place: 'rooms',
    shown: 'the features’ server rooms<br>features/*/server',
    files: /^features\/[^/]+\/server\//,
  },
  {
    place: 'heart',
    shown: 'the heart: contracts and rules<br>features/*',
    files: /^features\//,
  },
  { place: 'server', shown: 'what all rooms stand on<br>src/server', files: /^server\// },
  { place: 'providers', shown: 'providers: ports and adapters<br>src/providers', files: /^providers\// },
  {
    place: 'shapes',
    shown: 'what an endpoint is<br>src/api/endpoint.ts',
    files: /^api\/(endpoint|errors|acts)\.ts$/,
  },
  { place: 'table', shown: 'the endpoint table<br>src/api/table.ts', files: /^api\// },
  { place: 'values', shown: 'dates, money, bureaus<br>src/values', files: /^values\// },
]
/** Files of the server that reach a feature's server room, by however many steps. */
const whole = { place: 'whole', shown: 'what puts the server together<br>src/server/app.ts' }

const placesBy = (imports: readonly Import[]) => {
  const plain = (file: string) => places.find(({ files }) => files.test(file))?.place
  const reaching = new Set<string>()
  for (let before = -1; before !== reaching.size; ) {
    before = reaching.size
    for (const { from, to } of imports) {
      if (plain(from) === 'server' && (plain(to) === 'rooms' || reaching.has(to))) reaching.add(from)
    }
  }
  return (file: string) => (reaching.has(file) ? whole.place : plain(file))
}

const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

type Edge = readonly [string, string]

/** Who leans on whom, each pair once. */
const edgesBy = (imports: readonly Import[], nameOf: (file: string) => string | undefined): Edge[] => {
  const pairs = imports.flatMap(({ from, to }): Edge[] => {
    const [own, other] = [nameOf(from), nameOf(to)]
    return own === undefined || other === undefined || own === other ? [] : [[own, other]]
  })
  return [...new Map(pairs.map(pair => [pair.join(' '), pair])).values()].toSorted((one, other) =>
    one.join(' ').localeCompare(other.join(' ')),
  )
}

/** Without the arrows that longer ways say already, so that the picture can be read. */
const withoutShortcuts = (edges: readonly Edge[]): Edge[] => {
  const reaches = (from: string, to: string, seen: readonly string[]): boolean =>
    edges.some(
      ([own, other]) =>
        own === from && !seen.includes(other) && (other === to || reaches(other, to, [...seen, other])),
    )
  return edges.filter(
    ([from, to]) =>
      !edges.some(([own, other]) => own === from && other !== to && reaches(other, to, [from, other])),
  )
}

const drawn = (nodes: readonly string[], edges: readonly Edge[]) =>
  ['```mermaid', 'flowchart TD', ...nodes, ...edges.map(([from, to]) => `  ${from} --> ${to}`), '```'].join(
    '\n',
  )

/** The pictures by their names in the document: the places, and the features. */
export const picturesOf = (source: string): Record<'places' | 'features', string> => {
  const product = productOf(filesUnder(source))
  const imports = product.flatMap(file => importsOf(source, file)).filter(({ library }) => !library)
  const features = [...new Set(product.flatMap(file => featureOf(file) ?? []))].toSorted()
  return {
    places: drawn(
      [whole, ...places].map(({ place, shown }) => `  ${place}["${shown}"]`),
      withoutShortcuts(edgesBy(imports, placesBy(imports))),
    ),
    features: drawn(
      features.map(feature => `  ${feature}`),
      withoutShortcuts(edgesBy(imports, featureOf)),
    ),
  }
}

/** The document with each picture between its marks drawn anew. Throws when a mark is missing. */
export const withPictures = (text: string, pictures: Record<string, string>): string =>
  Object.entries(pictures).reduce((document, [name, picture]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
    const [before, rest] = document.split(begin)
    const after = rest?.split(end)[1]
    if (before === undefined || after === undefined) throw new Error(`there is no place for ${name}`)
    return `${before}${begin}\n\n${picture}\n\n${end}${after}`
  }, text)
