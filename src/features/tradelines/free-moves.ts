import { count } from '#features/credit/wording.ts'
import { showYears } from './age.ts'
import type { CreditFileSummary } from './credit-file.ts'
import { ageShortfall, type Goal } from './planning-model.ts'

/** Something that costs nothing, told beside what is for sale. */
export type FreeMove = {
  code: 'wait' | 'pay_down' | 'ask_for_limit' | 'family' | 'keep_open'
  title: string
  text: string
}

const LONGEST_WAIT = 24

/** The months after which the average age is reached by waiting alone: every account grows older by one each month. */
export const monthsToWait = ({ standing }: CreditFileSummary, { ageTenths }: Goal): number | null => {
  if (standing.accounts === 0 || ageTenths === 0) return null
  return Math.max(0, Math.ceil(ageShortfall(standing, ageTenths) / (5 * standing.accounts)))
}

const wait = (file: CreditFileSummary, goal: Goal): FreeMove[] => {
  const months = monthsToWait(file, goal)
  if (months === null || months === 0 || months > LONGEST_WAIT) return []
  return [
    {
      code: 'wait',
      title: `Wait ${count(months, 'month')}`,
      text: `If you open and close nothing, your average age reaches ${showYears(goal.ageTenths)} by itself.`,
    },
  ]
}

const payDown = ({ fullCards }: CreditFileSummary): FreeMove[] => {
  const [fullest] = fullCards
  return fullest === undefined
    ? []
    : [
        {
          code: 'pay_down',
          title: `Pay down ${fullest.name}`,
          text: `It uses ${fullest.use} of its limit. Less used limit does more, and faster, than another card.`,
        },
      ]
}

const askForLimit = ({ ownCard }: CreditFileSummary, { limit }: Goal): FreeMove[] =>
  ownCard === null || limit === 0
    ? []
    : [
        {
          code: 'ask_for_limit',
          title: `Ask for a higher limit on ${ownCard}`,
          text: 'The limit is yours and stays. Ask whether that needs a hard inquiry before you agree.',
        },
      ]

/** What costs nothing, the most telling for this goal first. */
export const listFreeMoves = (file: CreditFileSummary, goal: Goal): FreeMove[] => [
  ...wait(file, goal),
  ...payDown(file),
  ...askForLimit(file, goal),
  {
    code: 'family',
    title: 'Ask someone close to you',
    text: 'A relative with an old card that is paid on time can add you as an authorized user, without a fee and for as long as you both like.',
  },
  ...(file.standing.accounts === 0
    ? []
    : [
        {
          code: 'keep_open' as const,
          title: 'Keep your oldest card open',
          text: 'Every open account grows older each month. Opening new accounts and closing old ones lowers the average.',
        },
      ]),
]
