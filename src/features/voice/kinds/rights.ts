import { complaintRule } from '#features/legal/cfpb-complaint.ts'
import {
  type Answer,
  contactSupport,
  fixedAnswer,
  listText,
  type ScoredKindDefinition,
  type VisibleData,
} from '../answer.ts'

type RightKindDefinition = ScoredKindDefinition & { answer: (known: VisibleData) => Answer }

/**
 * A right, or a request for a person: the answer leads there (CFPB, Chatbots in consumer finance, 2023).
 *
 * Disputes: 15 U.S.C. 1681i (30 days, 45 in some cases). Freeze: 1681c-1(i), free, one business day by phone or web. Identity theft:
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
    concepts: 'tradeline what_is, tradeline trade, authorized what_is',
    hints: 'tradeline, authorized',
    patterns: [
      'what/whats/define/explain/meaning/definition a/an/is/the/of/are/by tradeline*',
      'what/whats/define/explain/meaning/definition trade line*',
      'tradeline* mean/means/work/works/legal/safe/worth/risk*/real/help*/scam*',
      'buy*/rent*/purchase*/sell*/piggyback* tradeline*',
      'trade line mean/means/work/works/legal',
      'how do/does tradelines work',
      'what/whats/explain/mean/being/become an authorized user*',
      'what/does authorized user* mean/help*',
      'tradeline*',
      'trade line*',
      'tell/explain/learn/understand about/me/what tradeline*',
      'tell/explain/learn/understand about/me/what trade line*',
      'should/can/could i buy/get/rent/use tradeline*',
      'authorized/primary/seasoned tradeline*',
      'authorized user*',
      'risk*/danger*/downside*/pros/cons/cost*/price/point/worth of/with/for tradeline*',
      'piggyback*',
      'que es/son tradeline*',
      'usuario autorizado',
      'que es/significa usuario autorizado',
    ],
  },
  identity_theft: {
    answer: known =>
      fixedAnswer(
        `I am sorry, this needs quick steps. First freeze your files at the three bureaus. Then make a report at IdentityTheft.gov, which gives you the papers. With them a bureau must block what is not yours within four business days. Dispute each account that you did not open, with the reason identity theft. ${contactSupport(known)}`,
        ['freeze', 'identity_theft_report', 'dispute', 'support'],
      ),
    suggestion: { english: 'Someone stole my identity', spanish: 'Me robaron la identidad' },
    concepts:
      'not_mine loan, not_mine open, theft, identity theft, not_mine, not_mine account, other open account, not_mine inquiry, other name account, other ssn, other use name',
    hints: 'theft, not_mine',
    patterns: [
      'stranger/thief/someone/somebody/crook took/opened/used/got/has my/out/a/loan/card/account',
      'with/using/under my social/ssn/name/identity',
      'imposter*/impersonat*/suplantacion/phish*/fraud*/scam*/hacked/breach/fraude',
      'victim of/fraud',
      'somebody is pretending',
      'stolen wallet/card/identity',
      'charges not mine/me',
      'me suplant*/robaron',
      'identity theft/thief/fraud',
      'identity/id stolen/stole',
      'stole/stolen/steal/using/used/uses my identity/name/social/ssn',
      'someone/somebody opened/open/took/used/applied account*/card*/loan*/in my name',
      'opened/open in my name',
      'account*/card*/loan*/inquiry/charge* not mine/recognize',
      'dont/didnt/not/never recognize/open/opened account*/card*/loan*/inquiry/this/it',
      'robo/robaron/robado/robo identidad',
      'alguien abrio/uso/usa mi/cuenta/tarjeta/nombre',
      'abrieron cuenta/tarjeta a/en mi nombre',
      'no reconozco cuenta/tarjeta/deuda',
    ],
  },
  freeze: {
    answer: () =>
      fixedAnswer(
        'You have the right to a free security freeze at each bureau. By phone or on the bureau’s own site it takes effect within one business day, by letter within three. It does not change your score, and you can lift it whenever you apply for credit.',
        ['freeze'],
      ),
    suggestion: { english: 'How do I freeze my credit?', spanish: '¿Cómo puedo congelar mi crédito?' },
    concepts: 'freeze remove, freeze application, freeze, freeze credit, freeze bureau, freeze how_to',
    hints: 'freeze',
    patterns: [
      'lock it/everything/down',
      'security freeze',
      'block new/accounts/credit',
      'congel*/freeze*/unfreeze*/thaw*/frozen/congelamiento/descongelar*',
      'freezing credit',
      'lock/unlock my credit/file/report',
      'lift freeze/lock',
      'fraud alert',
      'stop/block/prevent anyone/anybody/someone/people/lenders from opening/open',
      'bloquear mi credito/reporte/informe',
      'alerta de fraude',
    ],
  },
  how_to_dispute: {
    answer: () =>
      fixedAnswer(
        'You have the right to dispute what is wrong or incomplete in your file, free of charge. Choose the item, say what is wrong, and send the letter with copies of your proof. A bureau has 30 days to investigate, in some cases 45. You confirm that what you write is true.',
        ['dispute', 'documents'],
      ),
    suggestion: { english: 'How do I dispute an error?', spanish: '¿Cómo disputo un error?' },
    concepts:
      'mistake how_to report, dispute mistake how_to, mistake late, mistake late payment, mistake balance, mistake remove how_to, dispute how_to, dispute mistake, dispute account, mistake remove, mistake how_to, mistake improve how_to, dispute, dispute inquiry, remove inquiry, mistake payment, dispute late, remove inquiry not_mine',
    hints: 'mistake, dispute, not_mine, mistake balance',
    patterns: [
      'process for disput*',
      'disputing/challeng*',
      'steps to disput*',
      'explain disput*',
      'balance/date/status/limit/amount is wrong/incorrect',
      'is incorrect/wrong what/now',
      'get/have that/it/this corrected/fixed/removed/deleted',
      'wrong/incorrect/inaccura* how/get/fix/correct/corrected/what',
      'shows/has wrong/incorrect balance/limit/date/amount/status',
      'how get/remove/removed/fix off/wrong/it',
      'correct/fix report',
      'this/it/that is wrong/incorrect',
      'contest a/an/the/this',
      'dispute process/this/that/an/a/it/my/the/error*/mistake*/account/inquiry/item',
      'right to dispute',
      'how/can/do/could dispute',
      'want/need/help dispute',
      'how/can/do/want file/start/open/create/make dispute*',
      'file/start/open/begin/create a/new dispute',
      'challenge an/a/something/item/error/wrong/this/that/my',
      'fix/correct a/an/the/my/this error*/mistake*',
      'get/have error*/mistake*/wrong/incorrect/inaccura* removed/deleted/fixed/corrected/off',
      'how fix/correct error*/mistake*/wrong/incorrect/inaccura*',
      'how/can/get remove/removed/delete/deleted error*/mistake*/wrong/incorrect/inaccura*',
      'correct/fix something/item/error*/mistake* wrong/report/on',
      'report an error/mistake',
      'como disputar/disputo/disputa/reclamar/corregir',
      'quiero/puedo/necesito disputar/reclamar/corregir',
      'disputar un/una/error/cuenta/algo',
      'corregir error*/reporte/informe',
    ],
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
    concepts: 'free report, free credit report',
    hints: 'free report',
    patterns: [
      'report/file for free',
      'free report*',
      'without paying report',
      'gratis reporte/informe',
      'free credit/annual/yearly report*',
      'free copy report/file',
      'annual credit report',
      'annualcreditreport*',
      'copy of my report/file from bureau*/experian/equifax/transunion',
      'reporte/informe gratis/gratuito',
      'copia gratis/gratuita',
    ],
  },
  person: {
    answer: known => fixedAnswer(`You can reach a person. ${contactSupport(known)}`, ['support']),
    suggestion: { english: 'I want to talk to a person', spanish: 'Quiero hablar con una persona' },
    concepts: 'talk other, human, human talk, talk you, phone you number',
    hints: 'human, talk, talk human',
    patterns: [
      'phone number',
      'hotline/advisor/counselor/human*/representative/operator/agente',
      'someone at/from fairfile',
      'hablar con',
      'real/live/actual person/human/agent',
      'talk/speak/chat to/with person/someone/somebody/human/agent/representative/support/people/manager',
      'customer service/support/care',
      'contact/call/phone/email support/you/someone/somebody',
      'support number/phone/email',
      'hablar con persona/alguien/agente/humano/representante/soporte',
      'una persona real',
      'atencion al cliente',
    ],
  },
  complaint: {
    answer: known =>
      fixedAnswer(
        `I am sorry that something went wrong. ${contactSupport(known)} You can also complain to the Consumer Financial Protection Bureau (CFPB) about us, a bureau or a lender. ${complaintRule}`,
        ['support', 'cfpb_complaint'],
      ),
    suggestion: { english: 'I want to file a complaint', spanish: 'Tengo una queja' },
    concepts: 'complain, complain you',
    hints: 'complain',
    patterns: [
      'escalate/escalat*/unacceptable/complain*/cfpb/queja*/quejarme',
      'terrible/bad service',
      'file/make/submit/lodge a grievance/complaint',
      'unhappy/dissatisfied/angry/upset with service/you/this/fairfile/how',
      'report you to',
      'better business bureau',
      'reclamo contra',
    ],
  },
  stop_texts: {
    answer: known =>
      fixedAnswer(
        `Reply STOP to any of our texts, and we send no more notices by text. Sign-in codes still come when you ask for one. Your permissions are in Profile. ${contactSupport(known)}`,
        ['profile', 'support'],
      ),
    suggestion: { english: 'Stop texting me', spanish: 'Dejen de enviarme mensajes' },
    concepts: 'stop text you, stop text, stop text phone, stop talk',
    hints: 'stop text',
    patterns: [
      'dont/not want any/more/your/these text*/message*',
      'do not text/message/contact',
      'text* stop',
      'off your/the list',
      'take/remove me off/from text*/list/message*',
      'too many texts/messages',
      'unsuscrib*/stop/unsubscribe',
      'stop/quit/no/end texting/texts/messages/messaging/sms/text/emails/contacting/calling me/more',
      'stop/quit texting/texts/messages/messaging/sms/emails',
      'opt out',
      'no more texts/messages/emails/sms',
      'dont text/message/email/contact me',
      'no quiero/me mas/envien/manden mensajes/textos',
      'dejen/deja de enviar*/mandar* mensajes/textos',
    ],
  },
  delete_account: {
    answer: known =>
      fixedAnswer(
        `You can export everything that we hold, and delete your account, in Profile. ${contactSupport(known)}`,
        ['profile', 'support'],
      ),
    suggestion: { english: 'Delete my account', spanish: 'Quiero eliminar mi cuenta' },
    concepts:
      'remove data, close data, remove data you, close account you, remove account you, remove you, close plan, close you',
    hints: 'remove data, close you, remove account',
    patterns: [
      'close/delete/remove my/this login/user/profile',
      'wipe/export/download my data',
      'leave fairfile',
      'stop using fairfile',
      'dar de baja',
      'delete/close/cancel/remove/erase my fairfile/profile/data/membership/subscription/contract/service',
      'delete/cancel my account',
      'close my account here/with/at you/fairfile',
      'cancel the/this/my service/contract/membership/subscription/plan',
      'want to cancel',
      'right to be forgotten',
      'delete everything you/about me/have',
      'borrar/eliminar/cerrar mi cuenta/perfil/datos',
      'cancelar mi/el cuenta/servicio/contrato/suscripcion',
    ],
  },
} as const satisfies Record<string, RightKindDefinition>

const HELP =
  'Ask me about your scores, what changed, credit utilization, what affects your score, late payments, collections, inquiries, balances and limits, the age of your credit, which card to pay first, when items leave your report, what looks wrong, your disputes, your plan, or your rights.'

/** What can be asked. */
export const helpKind = {
  help: {
    answer: fixedAnswer(`I answer questions about your own credit report. ${HELP}`),
    patterns: [
      'hello/hi/hey/thank*/hola/gracias/ayuda',
      'good morning/afternoon/evening',
      'what can you/i do/ask/answer',
      'what questions can',
      'how do/does you/this work',
      'help me',
      'who/what are you',
      'buenos dias/tardes/noches',
      'buenas tardes/noches',
      'que puedes/puedo hacer/preguntar',
    ],
  },
} as const satisfies Record<string, ScoredKindDefinition & { answer: Answer }>

export const unknownAnswer = fixedAnswer("I can't answer that yet. Try one of these:", ['support'])
