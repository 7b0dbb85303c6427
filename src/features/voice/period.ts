import { earliestDay, latestDay } from '#features/findings/reporting-period.ts'
import { addMonths, addMonthsToDay, type PartialDate, showDate } from '#values/dates.ts'

/** The calendar words of a question: "this year", "since June", "last month", "in 2025", "the past 90 days". */

/** Both days included; null where the words set no bound. */
export type Period = { since: string | null; until: string | null }

const months = [
  'january enero jan',
  'february febrero feb',
  'march marzo mar',
  'april abril apr',
  'may mayo',
  'june junio jun',
  'july julio jul',
  'august agosto aug',
  'september septiembre setiembre sep sept',
  'october octubre oct',
  'november noviembre nov',
  'december diciembre dec',
].map(names => names.split(' '))

const numbers = new Map(
  [
    'one a an un una',
    'two couple dos',
    'three few tres',
    'four cuatro',
    'five cinco',
    'six seis',
    'seven siete',
    'eight ocho',
    'nine nueve',
    'ten diez',
    'eleven once',
    'twelve doce',
  ].flatMap((words, at) => words.split(' ').map(word => [word, at + 1] as const)),
)

const day = 86_400_000

const addDays = (iso: string, by: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + by * day).toISOString().slice(0, 10)

const whole = (date: PartialDate): Period => ({ since: earliestDay(date), until: latestDay(date) })

/** Weeks begin on Monday. */
const weekOf = (today: string): Period => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const since = addDays(today, -weekday)
  return { since, until: addDays(since, 6) }
}

const quarterOf = (today: string, by: number): Period => {
  const month = Number(today.slice(5, 7))
  const first = addMonths(
    `${today.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}`,
    3 * by,
  )
  return { since: earliestDay(first), until: latestDay(addMonths(first, 2)) }
}

const goBack = (today: string, amount: number, unit: string): string => {
  if (/^(?:day|dia)/.test(unit)) return addDays(today, -amount)
  if (/^(?:week|semana)/.test(unit)) return addDays(today, -7 * amount)
  return addMonthsToDay(today, -amount * (/^(?:year|ano)/.test(unit) ? 12 : 1))
}

const yearBefore = (today: string): string => String(Number(today.slice(0, 4)) - 1)

const monthNames = months.flat().join('|')
const year = String.raw`(?:19|20)\d\d`
/** "june", "june 2025", "june of last year", "2025". */
const date = String.raw`(?:(?:${monthNames})(?: (?:of |de |del )?(?:${year}|last year|this year|ano pasado|este ano))?|${year})`
const count = String.raw`(?:\d{1,3}|${[...numbers.keys()].join('|')})`
const unit = String.raw`(?:days?|weeks?|months?|years?|dias?|semanas?|mes(?:es)?|anos?)`

/** The month or year of words that `date` matches: without a year, the latest one that has begun. */
const dateOf = (words: string, today: string): PartialDate => {
  if (new RegExp(`^${year}$`).test(words)) return words
  const [name = ''] = words.split(' ')
  const month = String(months.findIndex(names => names.includes(name)) + 1).padStart(2, '0')
  const namedYear = new RegExp(year).exec(words)?.[0]
  if (namedYear !== undefined) return `${namedYear}-${month}`
  if (/last year|pasado/.test(words)) return `${yearBefore(today)}-${month}`
  const ofThisYear = `${today.slice(0, 4)}-${month}`
  return ofThisYear <= today.slice(0, 7) || /this year|este/.test(words)
    ? ofThisYear
    : `${yearBefore(today)}-${month}`
}

type Rule = readonly [words: RegExp, read: (found: readonly string[], today: string) => Period | null]

const rule = (words: string, read: Rule[1]): Rule => [new RegExp(String.raw`\b(?:${words})\b`), read]

const thisYear: Rule[1] = (_, today) => ({ since: earliestDay(today.slice(0, 4)), until: today })

const quarterWords = ['first|q1', 'second|q2', 'third|q3', 'fourth|q4']

const rules: readonly Rule[] = [
  rule(
    `(?:(?:between|from|entre|de) (?:the )?)?(${date}) (?:and|to|through|thru|until|y|a|hasta) (${date})`,
    ([, from = '', to = ''], today) => ({
      since: earliestDay(dateOf(from, today)),
      until: latestDay(dateOf(to, today)),
    }),
  ),
  rule(
    'since (?:the )?(?:start|beginning|first) of (?:the|this) year|year to date|so far this year|ytd',
    thisYear,
  ),
  rule(
    `(?:last|past|previous|ultimos|ultimas|pasados) (${count}) (?:of )?(?:calendar )?(${unit})|(?:hace|desde hace) (${count}) (${unit})|since (${count}) (${unit}) ago`,
    ([, n1, u1, n2, u2, n3, u3], today) => {
      const amount = n1 ?? n2 ?? n3 ?? ''
      return {
        since: goBack(today, numbers.get(amount) ?? Number(amount), u1 ?? u2 ?? u3 ?? ''),
        until: today,
      }
    },
  ),
  rule(
    '(?:in|over|within|during|for) the (?:last|past) (day|week|month|year)|(?:the )?past (week|month|year)|ultimo (ano|mes)',
    ([, u1, u2, u3], today) => ({ since: goBack(today, 1, u1 ?? u2 ?? u3 ?? ''), until: today }),
  ),
  rule('since last year|desde el ano pasado', (_, today) => ({
    since: earliestDay(yearBefore(today)),
    until: today,
  })),
  rule('since last month|desde el mes pasado', (_, today) => ({
    since: earliestDay(addMonths(today.slice(0, 7), -1)),
    until: today,
  })),
  rule('since last week', (_, today) => ({ since: addDays(weekOf(today).since ?? today, -7), until: today })),
  rule('since yesterday|desde ayer', (_, today) => ({ since: addDays(today, -1), until: today })),
  rule(
    `(?:since|after|from|starting|starting in|starting from|desde|despues de|a partir de) (?:in |the |early |late |(?:the )?(?:start|beginning|first|1st) of )?(${date})(?: on| onward| onwards)?`,
    ([words = '', from = ''], today) => {
      const since = dateOf(from, today)
      return {
        since: /^(?:after|despues)/.test(words) ? addDays(latestDay(since), 1) : earliestDay(since),
        until: today,
      }
    },
  ),
  rule(`(?:before|until|till|prior to|antes de|hasta) (${date})`, ([words = '', to = ''], today) => {
    const until = dateOf(to, today)
    return {
      since: null,
      until: /^(?:until|till|hasta)/.test(words) ? latestDay(until) : addDays(earliestDay(until), -1),
    }
  }),
  rule('this year|este ano|current year|calendar year', thisYear),
  rule('year before last', (_, today) => whole(String(Number(yearBefore(today)) - 1))),
  rule('last year|previous year|ano pasado', (_, today) => whole(yearBefore(today))),
  rule('this month|este mes|current month', (_, today) => ({
    since: earliestDay(today.slice(0, 7)),
    until: today,
  })),
  rule('last month|previous month|mes pasado|ultimo mes', (_, today) =>
    whole(addMonths(today.slice(0, 7), -1)),
  ),
  rule('this week|esta semana', (_, today) => ({ since: weekOf(today).since, until: today })),
  rule('last week|semana pasada', (_, today) => {
    const { since } = weekOf(today)
    return since === null ? null : { since: addDays(since, -7), until: addDays(since, -1) }
  }),
  rule('half a year|half year|medio ano', (_, today) => ({
    since: goBack(today, 6, 'months'),
    until: today,
  })),
  ...quarterWords.map((words, at) =>
    rule(`(?:${words.replace('|', ' quarter|')})`, (_, today) => {
      const first = `${today.slice(0, 4)}-${String(3 * at + 1).padStart(2, '0')}`
      const month = first <= today.slice(0, 7) ? first : addMonths(first, -12)
      return { since: earliestDay(month), until: latestDay(addMonths(month, 2)) }
    }),
  ),
  rule('this quarter', (_, today) => ({ since: quarterOf(today, 0).since, until: today })),
  rule('last quarter', (_, today) => quarterOf(today, -1)),
  rule('yesterday|ayer', (_, today) => ({ since: addDays(today, -1), until: addDays(today, -1) })),
  rule(
    `(?:in|during|for|of|on|back in|this|last|this past|past|en|durante|del?) (?:the year |el ano |the month of )?(${date})`,
    ([words = '', named = ''], today) => {
      const found = dateOf(named, today)
      const isLast = words.startsWith('last') && found.startsWith(today.slice(0, 4))
      return whole(isLast ? `${yearBefore(today)}${found.slice(4)}` : found)
    },
  ),
  // An amount is not a year: "over 2000", "2000 dollars".
  rule(
    `(?<!(?:over|above|under|below|than|least|most|pay) )(${year})(?! (?:dollars|bucks|points))`,
    ([, said = '']) => whole(said),
  ),
]

/** The period that a question names, by the first matching rule. */
export const findPeriod = (words: readonly string[], today: string): Period | null => {
  const text = words.join(' ')
  for (const [pattern, read] of rules) {
    const found = pattern.exec(text)
    if (found !== null) return read(found, today)
  }
  return null
}

/** Whether a reported date may lie in a period: a month counts if any of its days does. */
export const isInPeriod = (reported: PartialDate | null, { since, until }: Period): boolean =>
  reported !== null &&
  (since === null || latestDay(reported) >= since) &&
  (until === null || earliestDay(reported) <= until)

export const describePeriod = ({ since, until }: Period): string =>
  [
    since === null ? null : `from ${showDate(since)}`,
    until === null ? null : `${since === null ? 'until' : 'to'} ${showDate(until)}`,
  ]
    .filter(part => part !== null)
    .join(' ')
