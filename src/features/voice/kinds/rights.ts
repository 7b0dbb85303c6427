import { complaintRule } from '#features/legal/cfpb-complaint.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  contactSupport,
  fixedAnswer,
  listText,
  type ScoredKindDefinition,
  type VisibleData,
} from '../answer.ts'

type RightKindDefinition = ScoredKindDefinition & { answer: (known: VisibleData) => Answer }

const frozenWords = ({ analytics: { fullReport, report } }: VisibleData): string => {
  const frozen = (fullReport?.fileStatuses ?? []).flatMap(({ bureau, status }) =>
    status === 'frozen' ? [bureau] : [],
  )
  return frozen.length === 0
    ? ''
    : `By your report${report?.reportDate ? ` of ${showDate(report.reportDate)}` : ''}, ${
        frozen.length === 1 ? 'this file is' : 'these files are'
      } frozen: ${showList(frozen)}. `
}

/** Words of what the user has with us. */
const ownWord =
  /^(?:accounts?|acct|profile|user|login|data|information|info|me|you|fairfile|app|site|service|out|leave|leaving|quit|quitting|done|cuenta|datos|perfil|ustedes|baja)$/

/** "my account"; another word in that place is likely the name of a company. */
const beforeOwnAccount = new Set(['my', 'this', 'the', 'user', 'login', 'online', 'fairfile'])

/** Words of what is in a credit report, in a dispute or at a lender, of the plan, and of what is bad. */
const otherWord = new RegExp(
  `^(?:${[
    'bad|wrong|incorrect|inaccurate|negatives?|negativ[oa]s?|mal[oa]s?|derog.*|dings?|marks?|blemish.*|stuff',
    'reports?|reporte|informe|credit|credito|bureaus?|buro|equifax|experian|transunion|score|history|historial',
    'collect.*|cobranzas?|coleccion|charge.*|repo.*|foreclos.*|evict.*|bankrupt.*|bancarrota|quiebra|liens?|judge?ments?',
    'lates?|missed|delinq.*|past|overdue|atras.*|tarde|tardios',
    'debts?|deudas?|loans?|prestamos?|mortgages?|hipoteca|cards?|tarjetas?|balances?|saldo|bills?|medical|closed|old',
    'inquir.*|enquir.*|consultas?|pulls?|items?|entry|entries|accounts|cuentas|tradelines?|lines?|companyname',
    'disput.*|letters?|cartas?|mail|mailing|complaint|freeze|lock|address.*|name|employer|authorized|collector',
    'fraud.*|stolen|stole|hacked|never|isnt|mine|theirs?|ex|husband|wife|mom|dad',
    'subscription|membership|plan|max|premium|suscripcion|membresia',
  ].join('|')})$`,
)

/** Deletion cannot be undone, so a question about it must name what the user has with us and nothing else. */
const asksForDeletion = (words: readonly string[]): boolean =>
  words.some(word => ownWord.test(word)) &&
  !words.some(
    (word, at) =>
      otherWord.test(word) || (word === 'account' && at > 0 && !beforeOwnAccount.has(words[at - 1] ?? '')),
  )

/**
 * A right, or a request for a person: the answer links there (CFPB, Chatbots in consumer finance, 2023).
 *
 * Disputes: 15 U.S.C. 1681i (30 days, 45 in some cases; (a)(5)(A): delete or correct), 1681c (time). Freeze: 1681c-1(i), free, one business day by phone or web. Identity theft:
 * 1681c-2 (block within four business days of the report), IdentityTheft.gov is the FTC's. Free reports: 1681j(a).
 * Tradelines: docs/reference/tradelines.md, law and sources. Complaint: 12 U.S.C. 5534. Texts: STOP, 47 C.F.R. 64.1200(a)(10).
 */
export const rightKinds = {
  what_is_tradeline: {
    promisesNothing: true,
    answer: () =>
      fixedAnswer(
        listText(
          'A tradeline is one account on your credit report: a card, a loan or another line of credit. Offered for sale, the word means a spot as an authorized user on someone else’s card, which then appears on your report with its age and limit.',
          [
            'It is temporary: usually two reporting cycles. It changes no debt and no late payment of yours.',
            'Nobody can promise a score from it. Scoring models and lenders may count it little or not at all: Fannie Mae does not consider such lines in manual underwriting, with exceptions (Selling Guide B3-5.3-06).',
            'The FTC acted against a seller that promised scores and took money in advance in 2020 (docket 20-cv-00641, D. Colo.). An application must be true (18 U.S.C. 1014).',
            'If the owner runs the card up or pays late, that can appear on your report too.',
          ],
          'Lowering a high card balance usually helps more and costs nothing extra. Tradelines calculates what a line would change, as a figure, and sells nothing.',
        ),
        ['tradelines'],
      ),
    suggestion: { english: 'What is a tradeline?', spanish: '¿Qué es una tradeline?' },
  },
  identity_theft: {
    answer: known =>
      fixedAnswer(
        `I am sorry, this needs quick steps. First freeze your files at the three bureaus. Then make a report at IdentityTheft.gov, which gives you an identity theft report. With it, proof of who you are and a list of what is not yours, a bureau must block those items within four business days. Dispute each account that you did not open, with the reason identity theft. ${contactSupport(known)}`,
        ['freeze', 'identity_theft_report', 'dispute', 'support'],
      ),
    suggestion: { english: 'Someone stole my identity', spanish: 'Me robaron la identidad' },
  },
  freeze: {
    answer: known =>
      fixedAnswer(
        `${frozenWords(known)}You have the right to a free security freeze at each bureau. By phone or on the bureau’s own site it takes effect within one business day, by letter within three. It does not change your score, and you can lift it whenever you apply for credit.`,
        ['freeze'],
      ),
    suggestion: { english: 'How do I freeze my credit?', spanish: '¿Cómo puedo congelar mi crédito?' },
  },
  how_to_dispute: {
    answer: () =>
      fixedAnswer(
        'You have the right to dispute what is wrong or incomplete in your file, free of charge. Choose the item, say what is wrong, and send the letter with copies of your proof. A bureau has 30 days to investigate, in some cases 45. It must delete or correct what is wrong or cannot be verified; what is accurate may stay until its time under the law ends. You confirm that what you write is true.',
        ['dispute', 'documents'],
      ),
    suggestion: { english: 'How do I dispute an error?', spanish: '¿Cómo disputo un error?' },
  },
  free_report: {
    answer: () =>
      fixedAnswer(
        'Federal law gives you a free copy of your file from each bureau every 12 months. AnnualCreditReport.com is the site that the bureaus run for it. You can import such a report here if it is a file that we read.',
        ['annual_report', 'import'],
      ),
    suggestion: {
      english: 'Where can I get my free credit report?',
      spanish: '¿Dónde consigo mi reporte gratis?',
    },
  },
  person: {
    answer: known => fixedAnswer(`You can reach a person. ${contactSupport(known)}`, ['support']),
    suggestion: { english: 'I want to talk to a person', spanish: 'Quiero hablar con una persona' },
  },
  complaint: {
    answer: known =>
      fixedAnswer(
        `I am sorry that something went wrong. ${contactSupport(known)} You can also complain to the Consumer Financial Protection Bureau (CFPB) about us, a bureau or a lender. ${complaintRule}`,
        ['support', 'cfpb_complaint'],
      ),
    suggestion: { english: 'I want to file a complaint', spanish: 'Tengo una queja' },
  },
  stop_texts: {
    answer: known =>
      fixedAnswer(
        `Reply STOP to any of our texts, and we send no more notices by text. Until you text START, no sign-in codes arrive by text either. Your permissions are in Profile. ${contactSupport(known)}`,
        ['profile', 'support'],
      ),
    suggestion: { english: 'Stop texting me', spanish: 'Dejen de enviarme mensajes' },
  },
  delete_account: {
    canBeAsked: asksForDeletion,
    answer: known =>
      fixedAnswer(
        `You can export everything that we hold, and delete your account with us, in Profile. That removes nothing from your credit report: what a bureau lists stays there. ${contactSupport(known)}`,
        ['profile', 'support'],
      ),
    suggestion: { english: 'Delete my account', spanish: 'Quiero eliminar mi cuenta' },
  },
} as const satisfies Record<string, RightKindDefinition>

const HELP =
  'Ask me about your scores, what changed, credit utilization, what affects your score, late payments, collections, inquiries, balances and limits, the age of your credit, which card to pay first, when items leave your report, what looks wrong, your disputes, your plan, or your rights.'

/** Lists what can be asked. */
export const helpAnswer = fixedAnswer(`I answer questions about your own credit report. ${HELP}`)

export const unknownAnswer = fixedAnswer("I can't answer that yet. Try one of these:", ['support'])
