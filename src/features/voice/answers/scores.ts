import { findScoreBand } from '#features/credit/score-rating.ts'
import { bureausInPlan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  citeScore,
  citeScoreHistory,
  type QuestionDetails,
  type ReportData,
  reportAnswer,
} from '../answer.ts'

type Score = ReportData['report']['creditScores'][number]

/** The named bureaus that the plan shows; if none was named, all that it shows. */
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
  return { text: lines.join(' '), scores }
}

export const scoresAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const { text, scores } = eachBureau(known, asked, scoreWords)
  const lead = scores.length === 0 ? '' : scores.length === 1 ? 'Your score. ' : 'Your scores. '
  return reportAnswer(`${lead}${text}`, scores.map(citeScore))
}

/** Rated by the product's bands; a score of another scale is not rated. */
export const scoreRatingAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const { text, scores } = eachBureau(known, asked, score => {
    const band = findScoreBand(score.score)
    return band === null
      ? `${score.bureau}: ${score.score}, which is not a score from 300 to 850, so it is not rated here.`
      : `${score.bureau}: ${score.score}, which is ${band.word.toLowerCase()} (${band.from} to ${band.to}).`
  })
  return reportAnswer(`${text} Lenders set their own limits.`, scores.map(citeScore))
}

type Change = {
  bureau: Bureau
  now: number
  before: number
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
        since: earlier === undefined ? '' : ` since ${showDay(earlier.reportTime, known.timeZone)}`,
        changes: latest.changes,
      },
    ]
  })

const changeWords = ({ bureau, now, before, since }: Change): string => {
  const by = now - before
  if (by === 0) return `${bureau}: ${now}, no change${since}.`
  return `${bureau}: ${by > 0 ? 'up' : 'down'} ${Math.abs(by)}, from ${before} to ${now}${since}.`
}

const nothingBefore =
  'There is no earlier score to compare with yet. Changes appear with your next report, in History.'

/** New score minus old score of the newest report, as in History. */
export const scoreChangeAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const changes = changesIn(known, asked)
  if (changes.length === 0) return reportAnswer(nothingBefore)
  return reportAnswer(
    changes.map(changeWords).join(' '),
    changes.map(({ bureau }) => citeScoreHistory(bureau)),
  )
}

const NAMED = 3

/** What else changed in the same report, never stated as the cause. */
export const scoreWhyAnswer = (known: ReportData, asked: QuestionDetails): Answer => {
  const changes = changesIn(known, asked)
  if (changes.length === 0) return reportAnswer(nothingBefore)
  const each = changes.map(change => {
    const named = change.changes.slice(0, NAMED).map(({ summary }) => summary.replace(/\.?$/, ''))
    return `${changeWords(change)} ${
      named.length === 0
        ? 'We found no other change in that report.'
        : `In the same report: ${showList(named)}.`
    }`
  })
  return reportAnswer(
    `${each.join(' ')} A bureau does not say how much each change counted.`,
    changes.map(({ bureau }) => citeScoreHistory(bureau)),
  )
}
