import { describe, expect, test } from 'vitest'
import type { Bureau } from '#values/bureau.ts'
import type { Score } from './canonical.ts'
import { chooseScores, formatModelName, scoreFamily } from './scores.ts'

const score = (bureau: Bureau, value: number, reported: string): Score => ({
  bureau,
  score: value,
  dateReported: '2026-11-14',
  model: formatModelName(reported),
  family: scoreFamily(reported),
  factors: [],
})

const shown = (all: readonly Score[]) => chooseScores(all, []).scores.map(one => `${one.bureau} ${one.score}`)

describe('one score per bureau', () => {
  test('is of the model that most bureaus share', () => {
    const all = [
      score('TransUnion', 650, 'VantageScore3'),
      score('Experian', 640, 'VANTAGE_SCORE_3'),
      score('Experian', 700, 'FICO Score 8'),
    ]
    expect(shown(all)).toEqual(['TransUnion 650', 'Experian 640'])
    expect(chooseScores(all, []).otherScores.map(one => one.score)).toEqual([700])
  })

  test('is FICO if models are equally common', () => {
    expect(
      shown([score('Experian', 706, 'ExperianVantageScoreV4'), score('Experian', 728, 'ExperianFairIsaac')]),
    ).toEqual(['Experian 728'])
  })

  test('treats the classic FICO models of the three bureaus as one', () => {
    const all = [
      score('TransUnion', 683, 'FICORiskScoreClassic04'),
      score('Equifax', 658, 'EquifaxBeacon5.0'),
      score('Experian', 669, 'ExperianFairIsaac'),
      score('Experian', 700, 'VantageScore3'),
      score('Equifax', 701, 'VantageScore3'),
    ]
    expect(shown(all)).toEqual(['TransUnion 683', 'Experian 669', 'Equifax 658'])
  })

  test('falls back to another model if a bureau lacks the shared one', () => {
    const all = [
      score('TransUnion', 683, 'FICO Score 8'),
      score('Experian', 669, 'FICO Score 8'),
      score('Equifax', 640, 'VantageScore3'),
    ]
    expect(shown(all)).toEqual(['TransUnion 683', 'Experian 669', 'Equifax 640'])
  })

  test('is missing with a reason only if there is none', () => {
    const reasons = [
      { bureau: 'Equifax', model: 'FICO Score 8', reason: 'Too thin.' },
      { bureau: 'Experian', model: 'FICO Score 8', reason: 'Too thin.' },
    ] as const
    const chosen = chooseScores([score('Experian', 640, 'VantageScore3')], reasons)
    expect(chosen.scoreExclusions).toEqual([reasons[0]])
  })
})

describe('model names', () => {
  test.each([
    ['ExperianVantageScoreV4', 'VantageScore 4.0', 'VantageScore'],
    ['VantageScore 3.0 with Positive Score Factors', 'VantageScore 3.0', 'VantageScore'],
    ['EquifaxBeacon5.0', 'Equifax Beacon 5.0', 'FICO'],
    ['FICORiskScoreClassic04', 'FICO Risk Score Classic 04', 'FICO'],
    ['ExperianFairIsaac', 'Experian Fair Isaac', 'FICO'],
    ['SomethingElse', 'Something Else', 'Other'],
    [null, null, 'Other'],
  ])('%j is %j of %s', (reported, name, family) => {
    expect(formatModelName(reported)).toBe(name)
    expect(scoreFamily(reported)).toBe(family)
  })
})

test('a fraud score is never a credit score, regardless of its name and even if it is the only one', () => {
  const all = [
    'TransUnionFraudScore',
    'PreciseIDScore',
    'FICO Falcon',
    'IDVision Score',
    'Model (fraud)',
  ].map((name, index) => score('TransUnion', 700 + index, name))
  const credit = score('Experian', 655, 'ExperianFairIsaac')
  const exclusion = { bureau: 'Equifax' as const, model: 'Identity Fraud Model', reason: 'no hit' }
  expect(chooseScores([...all, credit], [exclusion])).toEqual({
    scores: [credit],
    otherScores: [],
    scoreExclusions: [],
  })
})
