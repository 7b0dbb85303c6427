import { type Answer, fixedAnswer } from '../answer.ts'
import type { DeclinedKind } from '../question-kinds.ts'

/**
 * What is not helped with, and what is possible instead. Untrue statements to a bureau or lender: 15 U.S.C. 1679b(a)(1),
 * 18 U.S.C. 1014; CPNs: 42 U.S.C. 408(a)(7); another person's file: 15 U.S.C. 1681q; promises: 15 U.S.C. 1679b(a)(3).
 */
export const declinedAnswers: Readonly<Record<DeclinedKind, Answer>> = {
  dispute_accurate: fixedAnswer(
    'I cannot help to dispute what is true. A bureau checks it and keeps it, and a letter that is not true can harm you. What I can do: check whether every date, amount and status is right, and dispute what is not. Late payments leave a report after seven years.',
    ['dispute'],
  ),
  cpn: fixedAnswer(
    'I cannot help with a CPN or another number in place of your own. Using one on an application is a federal crime, and the numbers sold are often stolen from children. Your own file can be worked on: ask me what weighs on it.',
  ),
  hide_from_lenders: fixedAnswer(
    'I cannot help to hide anything from a lender: what is told on an application must be true. You can explain a debt to a lender in your own words, and I can show you what your report says about it.',
  ),
  fake_identity_theft: fixedAnswer(
    'I cannot help to report identity theft that did not happen. A false report is a crime, and the debts come back. If an account really is not yours, tell me, and I show you the steps. If a debt is too heavy, a nonprofit credit counselor can help for little or no money.',
  ),
  other_person: fixedAnswer(
    'I can only speak of your own report. Everyone has a right to their own file, and to that file alone: that person can sign up here, or get a free copy at AnnualCreditReport.com.',
    ['annual_report'],
  ),
  promise: fixedAnswer(
    'Nobody can honestly promise a score, an approval, or that an entry goes away, and I do not guess either. I can tell you what your report shows now and what weighs most in it.',
  ),
  legal_advice: fixedAnswer(
    'I cannot give legal advice. A lawyer or a legal aid office can: LawHelp.org lists free ones. I can show you what your report says, and your right to dispute what is wrong in it.',
    ['dispute', 'support'],
  ),
  product_advice: fixedAnswer(
    'I do not recommend cards, loans or other products, and I do not say whether to take one. I can tell you what your report shows of your cards, balances and limits.',
  ),
  injection: fixedAnswer(
    'I answer questions about your own credit report, and only that. I show no account number and no Social Security number whole, and I see nobody else’s file.',
  ),
  insult: fixedAnswer(
    'I hear that you are upset, and I am sorry. Ask me anything about your report, or reach a person.',
    ['support'],
  ),
}
