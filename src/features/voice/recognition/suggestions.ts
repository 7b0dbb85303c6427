import type { QuestionKind } from '../question-kinds.ts'
import type { Topic } from './topics.ts'

/** A question about one account needs its name. */
type Offered = Exclude<Topic, 'account'>

/** Each question must be recognized as its kind. */
export const suggestedQuestions: Readonly<Record<Offered, { english: string; spanish: string }>> = {
  scores: { english: 'What are my scores?', spanish: '¿Cuáles son mis puntajes?' },
  score_rating: { english: 'Is my score good?', spanish: '¿Es bueno mi puntaje?' },
  score_change: { english: 'Did my score change?', spanish: '¿Cambió mi puntaje?' },
  score_why: { english: 'Why did my score change?', spanish: '¿Por qué cambió mi puntaje?' },
  utilization: { english: 'What is my credit utilization?', spanish: '¿Cuál es mi utilización de crédito?' },
  card_use: { english: 'How much of each card am I using?', spanish: '¿Cuál es el uso de cada tarjeta?' },
  factors: {
    english: 'Which factors affect my score the most?',
    spanish: '¿Qué factores afectan más mi puntaje?',
  },
  payment_history: { english: 'What is my payment history?', spanish: '¿Cuál es mi historial de pagos?' },
  late_payments: { english: 'Which payments were late?', spanish: '¿Qué pagos tuve tarde?' },
  past_due: { english: 'Is anything past due now?', spanish: '¿Tengo cuentas vencidas?' },
  derogatory: { english: 'Do I have derogatory marks?', spanish: '¿Tengo marcas negativas?' },
  collections: { english: 'Do I have any collections?', spanish: '¿Hay cuentas en cobranza?' },
  public_records: { english: 'Are there any public records?', spanish: '¿Hay registros públicos?' },
  inquiries: { english: 'Who checked my credit?', spanish: '¿Quién consultó mi crédito?' },
  credit_age: { english: 'How old is my credit?', spanish: '¿Cuál es la antigüedad de mi crédito?' },
  account_count: { english: 'How many accounts do I have?', spanish: '¿Cuántas cuentas tengo?' },
  card_count: { english: 'How many credit cards do I have?', spanish: '¿Cuántas tarjetas tengo?' },
  oldest_account: { english: 'What is my oldest account?', spanish: '¿Cuál es mi cuenta más antigua?' },
  newest_account: { english: 'What is my newest account?', spanish: '¿Cuál es mi cuenta más nueva?' },
  balances: { english: 'How much do I owe in total?', spanish: '¿Cuánto debo en total?' },
  monthly_payments: { english: 'What are my monthly payments?', spanish: '¿Cuánto pago al mes?' },
  limits: { english: 'What are my credit limits?', spanish: '¿Cuál es mi límite de crédito?' },
  personal_info: {
    english: 'What personal information is on file?',
    spanish: '¿Qué datos personales tienen?',
  },
  findings: { english: 'Is anything wrong with my report?', spanish: '¿Hay errores en mi reporte?' },
  disputes: { english: 'What is the status of my disputes?', spanish: '¿Cuál es el estado de mis disputas?' },
  plan: { english: 'Which plan am I on?', spanish: '¿Qué plan tengo?' },
  report_date: { english: 'When was my report updated?', spanish: '¿Cuándo se actualiza mi reporte?' },
  improve: { english: 'How can I improve my score?', spanish: '¿Cómo puedo mejorar mi puntaje?' },
  how_to_dispute: { english: 'How do I dispute an error?', spanish: '¿Cómo disputo un error?' },
  freeze: { english: 'How do I freeze my credit?', spanish: '¿Cómo puedo congelar mi crédito?' },
  identity_theft: { english: 'Someone stole my identity', spanish: 'Me robaron la identidad' },
  free_report: {
    english: 'Where can I get my free credit report?',
    spanish: '¿Dónde consigo mi reporte gratis?',
  },
  how_long_listed: {
    english: 'How long do negative items stay on my report?',
    spanish: '¿Cuánto tiempo permanece algo negativo en mi reporte?',
  },
  person: { english: 'I want to talk to a person', spanish: 'Quiero hablar con una persona' },
  complaint: { english: 'I want to file a complaint', spanish: 'Tengo una queja' },
  stop_texts: { english: 'Stop texting me', spanish: 'Dejen de enviarme mensajes' },
  delete_account: { english: 'Delete my account', spanish: 'Quiero eliminar mi cuenta' },
}

const isOffered = (kind: QuestionKind): kind is Offered => kind in suggestedQuestions

export type Suggestion = { kind: QuestionKind; question: string }

export const listSuggestions = (kinds: readonly QuestionKind[], spanish: boolean): Suggestion[] =>
  kinds
    .filter(isOffered)
    .map(kind => ({ kind, question: suggestedQuestions[kind][spanish ? 'spanish' : 'english'] }))
