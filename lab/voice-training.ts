import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { QuestionKind } from '#features/voice/question-kinds.ts'
import { isUnknownWord } from '#features/voice/recognition/concepts.ts'
import { BUCKETS, COMPANY, extractFeatures, maskCompanies } from '#features/voice/recognition/features.ts'
import { correctMisheardWords } from '#features/voice/recognition/phonetic.ts'
import { normalizeWords } from '#features/voice/recognition/words.ts'
import { weightsFile } from '#features/voice/server/computed.ts'
import { digestOf, readTrainingLines, type TrainingLine } from '#test/support/voice-training.ts'
import type { Scenario } from './scenario.ts'

type Random = () => number

const SEED = 1

/** A seeded generator, so that the same texts produce the same weights. */
const createRandom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)]

/** The largest number of wordings per line, chosen at random. */
const MAX_WORDINGS = 8

const wordingsOf = (line: string, random: Random): string[] => {
  const parts = line.split(/\(([^)]*)\)/).map((part, at) => (at % 2 === 1 ? part.split('|') : [part]))
  const total = parts.reduce((product, { length }) => product * length, 1)
  const wordings = new Set<string>()
  for (let tries = 0; wordings.size < Math.min(total, MAX_WORDINGS) && tries < 10 * MAX_WORDINGS; tries += 1)
    wordings.add(parts.map(part => pick(part, random)).join(''))
  return [...wordings]
}

const openings =
  'um,hey so,uh,ok so,please,hi,can you tell me,i was wondering,i want to know,quick question,so,good morning,tell me,do you know,excuse me,hello,well,listen,real quick,could you tell me,id like to know'.split(
    ',',
  )
const closings =
  'please,thanks,pls,right now,anyway,or what,today,do you know,thank you,you think,at the moment'.split(',')

const misspell = (word: string, random: Random): string => {
  if (word.length < 5) return word
  const at = 1 + Math.floor(random() * (word.length - 2))
  const way = random()
  if (way < 0.35) return word.slice(0, at) + word.slice(at + 1)
  if (way < 0.7) return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
  return word.slice(0, at) + word.slice(at - 1)
}

/** Words that can be left out without changing a question. */
const droppable = new Set(
  'the a an of to on in is are do does did have has i it that this my for with and'.split(' '),
)

/** The same question as someone else may type or say it: with fillers, without a small word, misspelled. */
const vary = (words: readonly string[], random: Random): string[] => {
  const varied = [...words]
  if (random() < 0.25) varied.unshift(...(pick(openings, random) ?? '').split(' '))
  if (random() < 0.15) varied.push(...(pick(closings, random) ?? '').split(' '))
  const dropped = Math.floor(random() * varied.length)
  if (random() < 0.6 && droppable.has(varied[dropped] ?? '')) varied.splice(dropped, 1)
  if (random() < 0.2) {
    const at = Math.floor(random() * varied.length)
    varied[at] = misspell(varied[at] ?? '', random)
  }
  return varied
}

/** Companies of the sandbox, which the questions of the fixtures name. */
const sandboxCompanies = new Set(
  'harborview palisade lakeshore tidewater northfield ironbridge cedar meridian kestrel ridgeline'.split(' '),
)

type Example = { kind: number; weight: number; buckets: Int32Array; strengths: Float64Array }

const toExample = (words: readonly string[], kind: number, weight: number): Example => {
  const features = extractFeatures(
    correctMisheardWords(maskCompanies(words, sandboxCompanies), isUnknownWord),
  )
  return {
    kind,
    weight,
    buckets: Int32Array.from([...features.keys(), BUCKETS]),
    strengths: Float64Array.from([...features.values(), BIAS]),
  }
}

const toExamples = (
  lines: readonly TrainingLine[],
  kinds: readonly QuestionKind[],
  random: Random,
): Example[] =>
  lines.flatMap(({ kind, line, weight }) => {
    const wordings = wordingsOf(line.replaceAll('{company}', COMPANY), random).map(normalizeWords)
    return wordings
      .filter(words => words.length > 0)
      .flatMap(words => [words, vary(words, random)])
      .map(words => toExample(words, kinds.indexOf(kind), weight / Math.sqrt(wordings.length)))
  })

const BIAS = 0.3
const EPOCHS = 6
const RATE = 0.5
/** Label smoothing: the share that every kind gets. */
const SMOOTHING = 0.05

const shuffle = (items: Example[], random: Random) => {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [items[at], items[other]]
    if (one !== undefined && two !== undefined) [items[at], items[other]] = [two, one]
  }
}

/** Turns sums into probabilities in place. */
const toProbabilities = (sums: Float64Array) => {
  const largest = Math.max(...sums)
  let total = 0
  for (let at = 0; at < sums.length; at += 1) total += sums[at] = Math.exp((sums[at] ?? 0) - largest)
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) / total
}

const predict = (weights: Float64Array, { buckets, strengths }: Example, into: Float64Array) => {
  into.fill(0)
  buckets.forEach((bucket, at) => {
    const strength = strengths[at] ?? 0
    for (let kind = 0; kind < into.length; kind += 1)
      into[kind] = (into[kind] ?? 0) + (weights[bucket * into.length + kind] ?? 0) * strength
  })
  toProbabilities(into)
}

/** Multinomial logistic regression by stochastic gradient descent, with a rate per bucket (AdaGrad). */
const train = (examples: Example[], count: number, random: Random): Float64Array => {
  const weights = new Float64Array((BUCKETS + 1) * count)
  const moved = new Float64Array(BUCKETS + 1)
  const errors = new Float64Array(count)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(examples, random)
    for (const example of examples) {
      predict(weights, example, errors)
      let size = 0
      for (let kind = 0; kind < count; kind += 1) {
        const truth = SMOOTHING / count + (kind === example.kind ? 1 - SMOOTHING : 0)
        errors[kind] = ((errors[kind] ?? 0) - truth) * example.weight
        size += (errors[kind] ?? 0) ** 2
      }
      example.buckets.forEach((bucket, at) => {
        const strength = example.strengths[at] ?? 0
        moved[bucket] = (moved[bucket] ?? 0) + size * strength * strength
        const rate = (RATE * strength) / Math.sqrt((moved[bucket] ?? 0) + 1e-6)
        for (let kind = 0; kind < count; kind += 1) {
          const place = bucket * count + kind
          weights[place] = (weights[place] ?? 0) - rate * (errors[kind] ?? 0)
        }
      })
    }
  }
  return weights
}

/** The resolution of stored weights. */
const STEP = 0.08

const pack = (
  weights: Float64Array,
  kinds: readonly QuestionKind[],
  lines: readonly TrainingLine[],
): Buffer => {
  const header = `${JSON.stringify({ kinds, step: STEP, trainedOn: digestOf(lines) })}\n`
  const rounded = Int8Array.from(weights, (weight, place) => {
    const strength = place >= BUCKETS * kinds.length ? BIAS : 1
    return Math.max(-127, Math.min(127, Math.round((weight * strength) / STEP)))
  })
  return brotliCompressSync(Buffer.concat([Buffer.from(header), Buffer.from(rounded.buffer)]))
}

const FOLDS = 5

/** Cross-validation: how well lines are recognized by weights trained without them. */
const crossValidate = (lines: readonly TrainingLine[], kinds: readonly QuestionKind[], random: Random) => {
  const folds = lines.map(() => Math.floor(random() * FOLDS))
  return [...Array(FOLDS).keys()].flatMap(fold => {
    const others = lines.filter((_, at) => folds[at] !== fold)
    const weights = train(toExamples(others, kinds, random), kinds.length, random)
    return lines
      .filter((_, at) => folds[at] === fold)
      .flatMap(line => toExamples([line], kinds, random).slice(0, 1))
      .map(example => {
        const probabilities = new Float64Array(kinds.length)
        predict(weights, example, probabilities)
        const ranking = [...probabilities].map((probability, kind) => ({ kind, probability }))
        return { kind: example.kind, ranking: ranking.toSorted((a, b) => b.probability - a.probability) }
      })
  })
}

/** Trains the classifier of the voice helper and writes its weights. */
export const voiceTraining: Scenario = {
  what: 'trains the question classifier; `--folds 1` also cross-validates it',
  options: { folds: '0' },
  run: async ({ count }, report) => {
    const lines = readTrainingLines()
    const kinds = [...new Set(lines.map(({ kind }) => kind))].toSorted()
    if (count('folds') > 0) {
      const rated = crossValidate(lines, kinds, createRandom(SEED))
      const unknown = kinds.indexOf('unknown')
      for (const least of [0.4, 0.5, 0.6, 0.7, 0.8]) {
        const sure = rated.filter(
          ({ ranking: [best] }) => best !== undefined && best.kind !== unknown && best.probability >= least,
        )
        const right = sure.filter(({ kind, ranking: [best] }) => best?.kind === kind).length
        report.figure(`from ${least}`, `right ${right}, wrong ${sure.length - right} of ${rated.length}`)
      }
      const among = rated.filter(({ kind, ranking }) => ranking.slice(0, 3).some(one => one.kind === kind))
      report.figure('among the first three', `${among.length} of ${rated.length}`)
    }
    const random = createRandom(SEED)
    const examples = toExamples(lines, kinds, random)
    report.did(`${examples.length} examples from ${lines.length} lines`)
    const packed = pack(train(examples, kinds.length, random), kinds, lines)
    writeFileSync(weightsFile, packed)
    report.must('the file has at most 300 kB', packed.length <= 300_000, packed.length)
  },
}
