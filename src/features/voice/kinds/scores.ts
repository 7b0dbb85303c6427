import type { HistoryEntry } from '#features/credit/contract.ts'
import { findScoreBand } from '#features/credit/score-rating.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { dayIn, showDate, showDay } from '#values/dates.ts'
import {
  type Answer,
  bureausWithGap,
  citeScore,
  citeScoreHistory,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  reportAnswer,
} from '../answer.ts'
import { isInPeriod, type Period } from '../period.ts'

type Score = ReportData['report']['creditScores'][number]

/** The named bureaus that the plan shows; if none was named, all of them. */
const wanted = ({ plan }: ReportData, asked: QuestionDetails): Bureau[] => {
  const shown = bureausInPlan(plan)
  return shown.filter(bureau => asked.bureaus.length === 0 || asked.bureaus.includes(bureau))
}

const scoreWords = ({ bureau, score, dateReported, model }: Score): string => {
  const date = showDate(dateReported)
  return `${bureau}: ${score}${model === null ? '' : `, ${model}`}${date === null ? '' : `, of ${date}`}.`
}

const noScore = (known: ReportData, bureau: Bureau): string => {
  const reason = known.report.scoreExclusions.find(exclusion => exclusion.bureau === bureau)?.reason
  const file = known.report.fileStatuses.find(status => status.bureau === bureau)?.status
  if (file === 'frozen') return `${bureau}: no score, because the file is frozen.`
  if (file === 'noHit') return `${bureau}: no score, because no file was found.`
  if (bureausWithGap(known, 'scores').includes(bureau)) return `${bureau}: a file of this kind has no score.`
  return reason === undefined
    ? `${bureau}: no score in your report.`
    : `${bureau}: no score. ${reason.replace(/\.?$/, '.')}`
}

const eachBureau = (
  known: ReportData,
  asked: QuestionDetails,
  words: (score: Score) => string,
): { text: string; scores: Score[] } => {
  const bureaus = wanted(known, asked)
  const scores = bureaus.flatMap(
    bureau => known.report.creditScores.find(score => score.bureau === bureau) ?? [],
  )
  const lines = bureaus.map(bureau => {
    const score = scores.find(one => one.bureau === bureau)
    return score ? words(score) : noScore(known, bureau)
  })
  return { text: listText('', lines), scores }
}

const scoresAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  if (asked.period !== null) return scoresInPeriod(known, asked, asked.period)
  const { text, scores } = eachBureau(known, asked, scoreWords)
  return reportAnswer(`${scores.length > 1 ? 'Your scores:' : 'Your score:'}\n${text}`, scores.map(citeScore))
}

/** Rated by the product's bands; a score on another scale is not rated. */
const scoreRatingAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const { text, scores } = eachBureau(known, asked, score => {
    const band = findScoreBand(score.score)
    return band === null
      ? `${score.bureau}: ${score.score}, which is not a score from 300 to 850, so it is not rated here.`
      : `${score.bureau}: ${score.score}, which is ${band.word.toLowerCase()} (${band.from} to ${band.to}).`
  })
  return reportAnswer(`${text}\nLenders set their own limits.`, scores.map(citeScore))
}

type Change = {
  bureau: Bureau
  now: number
  before: number
  /** The two scores are from different models. */
  otherModel: boolean
  since: string
  changes: { title: string; summary: string }[]
}

const changesIn = (known: ReportData, asked: QuestionDetails): Change[] =>
  wanted(known, asked).flatMap(bureau => {
    const scored = (known.history.history[bureau] ?? []).filter(entry => entry.scoreNew !== null)
    const [latest, earlier] = scored
    const shown = known.report.creditScores.find(score => score.bureau === bureau)?.score
    if (!latest || latest.scoreNew === null || latest.scoreOld === null || latest.scoreNew !== shown)
      return []
    return [
      {
        bureau,
        now: latest.scoreNew,
        before: latest.scoreOld,
        otherModel: latest.modelChanged === true,
        since: earlier === undefined ? '' : ` since ${showDay(earlier.reportTime, known.timeZone)}`,
        changes: latest.changes,
      },
    ]
  })

const changeWords = ({ bureau, now, before, otherModel, since }: Change): string => {
  const by = now - before
  if (otherModel)
    return `${bureau}: ${now} now and ${before} before, by another score model: they cannot be compared.`
  if (by === 0) return `${bureau}: ${now}, no change${since}.`
  return `${bureau}: ${by > 0 ? 'up' : 'down'} ${Math.abs(by)}, from ${before} to ${now}${since}.`
}

/** The scores of History within a period, oldest first. */
const scoredIn = ({ history, timeZone }: ReportData, bureau: Bureau, period: Period): HistoryEntry[] =>
  (history.history[bureau] ?? [])
    .filter(
      ({ scoreNew, reportTime }) =>
        scoreNew !== null && isInPeriod(dayIn(timeZone, new Date(reportTime)), period),
    )
    .toReversed()

const noScoreThen = 'History has no score from that time. It goes back six months.'

const scoresInPeriod = (known: ReportData, asked: QuestionDetails, period: Period): Answer => {
  const found = wanted(known, asked).flatMap(bureau =>
    scoredIn(known, bureau, period).map(({ scoreNew, reportTime }) => ({
      bureau,
      words: `${bureau}: ${scoreNew} on ${showDay(reportTime, known.timeZone)}.`,
    })),
  )
  if (found.length === 0) return reportAnswer(noScoreThen)
  return reportAnswer(
    listText(
      'The scores of that time in History:',
      found.map(({ words }) => words),
    ),
    [...new Set(found.map(({ bureau }) => bureau))].map(citeScoreHistory),
  )
}

/** From the score before the first report of the period to the last one in it. */
const changesInPeriod = (known: ReportData, asked: QuestionDetails, period: Period): Change[] =>
  wanted(known, asked).flatMap(bureau => {
    const entries = scoredIn(known, bureau, period)
    const [first, latest] = [entries[0], entries.at(-1)]
    if (first === undefined || latest === undefined || latest.scoreNew === null) return []
    const before = first.scoreOld ?? first.scoreNew
    const on = showDay(latest.reportTime, known.timeZone)
    if (before === null || (first.scoreOld === null && entries.length === 1)) return []
    return [
      {
        bureau,
        now: latest.scoreNew,
        before,
        otherModel: entries.some(
          ({ modelChanged }, place) => modelChanged === true && (place > 0 || first.scoreOld !== null),
        ),
        since: ` on ${on}`,
        changes: entries.flatMap(({ changes }) => changes),
      },
    ]
  })

const nothingBefore =
  'There is no earlier score to compare with yet. Changes appear with your next report, in History.'

const nothingToCompare = (known: ReportData, asked: QuestionDetails): Answer => {
  const { period } = asked
  if (period !== null)
    return reportAnswer(
      wanted(known, asked).some(bureau => scoredIn(known, bureau, period).length > 0)
        ? 'History has a score from that time and none before it to compare with.'
        : noScoreThen,
    )
  return reportAnswer(
    bureausWithGap(known, 'scores', wanted(known, asked)).length > 0
      ? 'A file of this kind has no score to compare. Changes appear with the next report that has one, in History.'
      : nothingBefore,
  )
}

const changesOf = (known: ReportData, asked: QuestionDetails): Change[] =>
  asked.period === null ? changesIn(known, asked) : changesInPeriod(known, asked, asked.period)

/** New score minus old score of the newest report, as in History. */
const scoreChangeAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const changes = changesOf(known, asked)
  if (changes.length === 0) return nothingToCompare(known, asked)
  return reportAnswer(
    listText('', changes.map(changeWords)),
    changes.map(({ bureau }) => citeScoreHistory(bureau)),
  )
}

const NAMED = 3

/** What else changed in the same report, never stated as the cause. */
const scoreWhyAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const changes = changesOf(known, asked)
  if (changes.length === 0) return nothingToCompare(known, asked)
  const each = changes.map(change => {
    const named = change.changes
      .slice(0, NAMED)
      .map(({ title, summary }) => `${title}: ${summary.replace(/[.?]?$/, '.')}`)
    return `${changeWords(change)} ${
      named.length === 0
        ? 'We found no other change in that report.'
        : `In the same report: ${named.join(' ')}`
    }`
  })
  return reportAnswer(
    `${listText('', each)}\nA bureau does not say how much each change counted.`,
    changes.map(({ bureau }) => citeScoreHistory(bureau)),
  )
}

export const scoreKinds = {
  score_why: {
    answer: scoreWhyAnswer,
    period: 'restricts',
    namesBureaus: true,
    says: ['why', 'when'],
    suggestion: { english: 'Why did my score change?', spanish: '¿Por qué cambió mi puntaje?' },
  },
  score_change: {
    answer: scoreChangeAnswer,
    period: 'restricts',
    namesBureaus: true,
    says: ['when'],
    suggestion: { english: 'Did my score change?', spanish: '¿Cambió mi puntaje?' },
  },
  score_rating: {
    answer: scoreRatingAnswer,
    period: 'newest',
    namesBureaus: true,
    suggestion: { english: 'Is my score good?', spanish: '¿Es bueno mi puntaje?' },
  },
  scores: {
    answer: scoresAnswer,
    period: 'restricts',
    namesBureaus: true,
    suggestion: { english: 'What are my scores?', spanish: '¿Cuáles son mis puntajes?' },
  },
} as const satisfies Record<string, ReportKindDefinition>
