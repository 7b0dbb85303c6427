import { type Answer, fixedAnswer, type VisibleData } from '../answer.ts'
import type { CrisisKind, DeclinedKind, RightKind } from '../question-kinds.ts'

const contactSupport = ({ support: { email, phone } }: VisibleData): string =>
  phone === null ? `Write to ${email}.` : `Write to ${email} or call ${phone}.`

/**
 * Disputes: 15 U.S.C. 1681i (30 days, 45 in some cases). Freeze: 1681c-1(i), free, one business day by phone or web. Identity theft:
 * 1681c-2 (block within four business days of the report), IdentityTheft.gov is the FTC's. Free reports: 1681j(a).
 * How long items are listed: 1681c(a) and (c)(1); inquiries: 1681g(a)(3) has bureaus tell those of one year, of two for jobs.
 * Complaint: 12 U.S.C. 5534. Texts: STOP, 47 C.F.R. 64.1200(a)(10).
 */
export const rightsAnswers: Readonly<Record<RightKind, (known: VisibleData) => Answer>> = {
  how_to_dispute: () =>
    fixedAnswer(
      'You have the right to dispute what is wrong or incomplete in your file, free of charge. Choose the item, say what is wrong, and send the letter with copies of your proof. A bureau has 30 days to investigate, in some cases 45. You confirm that what you write is true.',
      ['dispute', 'documents'],
    ),
  freeze: () =>
    fixedAnswer(
      'You have the right to a free security freeze at each bureau. By phone or on the bureau’s own site it takes effect within one business day, by letter within three. It does not change your score, and you can lift it whenever you apply for credit.',
      ['freeze'],
    ),
  identity_theft: known =>
    fixedAnswer(
      `I am sorry, this needs quick steps. First freeze your files at the three bureaus. Then make a report at IdentityTheft.gov, which gives you the papers. With them a bureau must block what is not yours within four business days. Dispute each account that you did not open, with the reason identity theft. ${contactSupport(known)}`,
      ['freeze', 'identity_theft_report', 'dispute', 'support'],
    ),
  free_report: () =>
    fixedAnswer(
      'Federal law gives you a free copy of your file from each bureau every 12 months. AnnualCreditReport.com is the site that the bureaus run for it. You can import such a report here if it is a file that we read.',
      ['annual_report', 'import'],
    ),
  how_long_listed: () =>
    fixedAnswer(
      'Federal law limits how long a bureau may report what speaks against you: late payments, charge-offs and collections for seven years, counted for a charge-off or collection from 180 days after the payments first fell behind for good, and bankruptcies for ten years. Selling or paying a debt does not start the time again. Inquiries are usually shown for two years. Accounts in good standing may stay. You can dispute what is listed for longer.',
      ['dispute'],
    ),
  person: known => fixedAnswer(`You can reach a person. ${contactSupport(known)}`, ['support']),
  complaint: known =>
    fixedAnswer(
      `I am sorry that something went wrong. ${contactSupport(known)} You can also complain to the Consumer Financial Protection Bureau about us, a bureau or a lender. About wrong information at a bureau it takes a complaint only after you disputed it there, when that dispute has ended or was made more than 45 days ago.`,
      ['support', 'cfpb_complaint'],
    ),
  stop_texts: known =>
    fixedAnswer(
      `Reply STOP to any of our texts, and we send no more notices by text. Sign-in codes still come when you ask for one. Your permissions are in Profile. ${contactSupport(known)}`,
      ['profile', 'support'],
    ),
  delete_account: known =>
    fixedAnswer(
      `You can export everything that we hold, and delete your account, in Profile. ${contactSupport(known)}`,
      ['profile', 'support'],
    ),
}

/** 988 Suicide & Crisis Lifeline (47 C.F.R. 52.200; Spanish: press 2). National Domestic Violence Hotline: 34 U.S.C. 12474. */
const crisis: Readonly<Record<CrisisKind, { english: string; spanish: string }>> = {
  self_harm: {
    english:
      'I am very sorry that it feels this heavy. You are not alone, and debt can be worked out. Please call or text 988 now: the Suicide & Crisis Lifeline is free and open day and night. If you are in danger right now, call 911.',
    spanish:
      'Siento mucho que esto pese tanto. No está solo o sola, y las deudas tienen solución. Llame ahora al 988 y oprima 2 para español: la Línea de Prevención del Suicidio y Crisis es gratuita y atiende de día y de noche. Si está en peligro ahora mismo, llame al 911.',
  },
  abuse: {
    english:
      'I am sorry that this is happening to you. The National Domestic Violence Hotline is free and open day and night: call 1-800-799-7233. If you are in danger right now, call 911. Debt that somebody forced on you can be disputed, when you are safe.',
    spanish:
      'Siento que le esté pasando esto. La Línea Nacional contra la Violencia Doméstica es gratuita y atiende de día y de noche, también en español: llame al 1-800-799-7233. Si está en peligro ahora mismo, llame al 911. Las deudas impuestas a la fuerza se pueden disputar cuando esté a salvo.',
  },
}

export const crisisAnswer = (kind: CrisisKind, known: VisibleData, spanish: boolean): Answer => {
  const words = spanish ? crisis[kind].spanish : `${crisis[kind].english} ${contactSupport(known)}`
  return fixedAnswer(words, [kind === 'self_harm' ? 'crisis_line' : 'abuse_line', 'support'])
}

/**
 * Why a request is declined, and what is possible instead. False statements to a bureau or lender: 15 U.S.C. 1679b(a)(1),
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
