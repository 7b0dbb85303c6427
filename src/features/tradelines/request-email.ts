import { showPhone } from '#values/phone.ts'
import type { Advice } from './advice-contract.ts'
import { showAge, showYears } from './age.ts'
import { showDollars } from './explain.ts'
import type { Goal } from './planning-model.ts'

type Asked = {
  client: { name: string; phoneNumber: string }
  goal: Goal
  advice: Advice
  /** Whether a manager asked for it in the client's account. */
  byStaff: boolean
}

/** Control characters and line breaks have no place in a line of an e-mail. */
const plain = (text: string) => text.replaceAll(/\p{C}+/gu, ' ').trim()

const slotWords = (slots: number) => `${slots} ${slots === 1 ? 'slot' : 'slots'}`

/** The e-mail by which a manager hears what a client would like: the figures, and what speaks against them. */
export const renderRequestEmail = ({
  client,
  goal,
  advice,
  byStaff,
}: Asked): { subject: string; text: string } => ({
  subject: `Tradeline request: ${showYears(goal.ageTenths)}, ${showDollars(goal.limit)} extra limit`,
  text: [
    `Client: ${plain(client.name)}`,
    `Phone: ${showPhone(client.phoneNumber)}`,
    ...(byStaff ? ["Asked for by a manager in the client's account"] : []),
    '',
    ...advice.guards.filter(({ level }) => level === 'stop').map(({ title }) => `Attention: ${plain(title)}`),
    ...(advice.guards.some(({ level }) => level === 'stop') ? [''] : []),
    `Desired average age: ${showYears(goal.ageTenths)}`,
    `Desired extra limit: ${showDollars(goal.limit)}`,
    '',
    ...(advice.message === null ? [] : [advice.message, '']),
    ...advice.selectedTradeLines.map(
      ({ slots, tradeLine }) =>
        `${plain(tradeLine.name)}, ${tradeLine.ageYears.toFixed(1)} years, ${showDollars(tradeLine.creditLimit)} limit, ${slotWords(slots)}, ${showDollars(tradeLine.price)} each`,
    ),
    ...(advice.selectedTradeLines.length > 0 ? [''] : []),
    `New average age: ${showAge(advice.newAverageAge)}`,
    `New total limit: ${showDollars(advice.newTotalLimit)}`,
    `Total cost: ${showDollars(advice.totalCost)}`,
  ].join('\n'),
})
