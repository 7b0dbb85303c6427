import { isFirstPerson, isStopWord, isTypoOf } from './words.ts'

/**
 * The words for each concept, in English and Spanish. A star matches any ending; `past_due` is two consecutive words.
 * A word may belong to several concepts.
 */
const vocabulary = {
  // Things in a report.
  score:
    'score* fico* vantage* puntaje* puntuacion* calificacion three_digit credit_rating points_score cuantos_puntos',
  credit: 'credit* file report reports history creditworth* historial crediticio informe reporte',
  report: 'report reports reporte* informe* file data information info datos pull',
  number: 'number* figure* rating digit* numero*',
  point: 'point* pts puntos',
  bureau: 'bureau* agenc* experian equifax transunion trans_union buro buros',
  every_bureau: 'all_three three_bureau* all_bureaus all_the_bureaus tres_buros all_3 3_bureau*',
  account: 'account* acct* tradeline* line lines loan* mortgage* card* cuenta* prestamo* tarjeta* hipoteca*',
  card: 'card* plastic revolving tarjeta* visa mastercard amex',
  loan: 'loan* mortgage* financing auto_loan lease prestamo* hipoteca*',
  payment: 'pay* paid repay* installment* bill* pago* pague pagado pagar pagando cuota* due_date',
  debt: 'debt* liabilit* loan* indebted deuda* adeud* endeud* deep_in_debt',
  owe: 'owe owed owes owing debo debemos debiendo adeudo left_to_pay in_the_red in_the_hole outstanding remaining_balance have_to_pay_back still_pay',
  balance: 'balance* saldo*',
  limit:
    'limit* ceiling* cap spending_power credit_line* credit_lines lines_of_credit limite* cupo tope spending_limit maximum',
  use: 'use used uses using usage utili* spent maxed charged tapped eating burn* uso usando usado utiliz* ocup*',
  utilization: 'utili* usage utiliz* usando',
  ratio:
    'ratio* percent* pct share portion proportion fraction part how_much porcentaje proporcion parte cuanto_de',
  inquiry:
    'inquir* enquir* pull pulls hard_check* credit_check* consulta* indagac* hard_hit* hard_look* credit_pull* soft_pull*',
  look: 'look* lookup* check* pull* run ran runs view* access* request* saw peek* snoop* consult* revis* vio vieron mir* pidio pidieron',
  application: 'appl* solicit*',
  lender:
    'lender* bank* creditor* compan* dealer* landlord* underwriter* banco* prestamista* empresa* compania* lender creditors',
  collection:
    'collection* collector* collect debt_buyer* cobranza* cobrador* coleccion* recovery debt_collect* after_me chasing_me sent_to_agency',
  record:
    'public_record* bankrupt* judgment* judgement* lien* court_record* chapter_7 chapter_13 chapter_11 garnish* evict* bancarrota* quiebra* embargo* registros_publicos registro_publico foreclosed',
  derogatory:
    'derog* chargeoff* charge_off* charged_off writeoff* written_off repo repos repossess* foreclos* black_mark* blemish* red_flag* negatives negativ* derogator* manchas bad_stuff bad_things bad_marks damaging worst_things ding dings written_off wrote_off default* bad_debt*',
  late: 'late lates delinq* tardy tardi* missed miss skip* atras* retras* tarde mora morosidad morosos after_the_due missed_ones paid_late',
  behind:
    'behind_on am_behind overdue past_due catch_up catching_up arrears unpaid delinquent_now vencid* fall_behind fallen_behind behind_with running_behind should_have_paid caught_up al_corriente',
  on_time:
    'on_time ontime on_schedule promptly punctual* a_tiempo al_dia regularly reliabl* in_time by_the_due good_standing',
  monthly: 'monthly each_month every_month per_month a_month mensual* al_mes cada_mes por_mes mensualidad*',
  minimum: 'minimum* minimo*',
  age: 'age ages old years older anos antiguedad edad tiempo',
  history: 'history historial track_record record',
  address: 'address* direccion* domicilio* where_i_live donde_vivo zip street',
  name: 'name* nombre* apellido* alias* spell*',
  birth: 'birth* dob born nacimiento cumpleanos',
  employer: 'employer* employment job jobs work workplace empleador* trabajo empleo*',
  phone: 'phone* telephone* telefono*',
  ssn: 'ssn social social_security seguro_social',
  personal: 'personal personales datos_personales',
  factor:
    'factor* affect* influenc* impact* determin* weigh* matter* afecta* factores influye* goes_into base_on based_on base_my depend* made_of made_up_of ingredient* component* categor* drives drive',
  hurt: 'hurt* drag* harm* damag* holding_back pulling_down bringing_down problem* worst perjudic* dana danan weak* afecta* bothers concern* dislike* worr* bad_thing* problema* ugly biggest_thing',
  hold_back:
    'keeps_from keeping_from holding_back holds_back held_back keeps_my hold_back stopping_my dragging_down holding_me holds_me hold_me holding_my holds_my dragging_me pulling_me bringing_me weighing_me',
  help_score: 'help* benefit* strong* strength* ayuda*',
  mistake:
    'mistake* error* wrong incorrect* inaccura* discrepanc* inconsisten* typo* mismatch* messed bogus audit equivoc* incorrect* fallas falla mal fault* issue* errata',
  odd: 'odd weird strange suspicious fishy funny unusual off_to look_off looks_off raro rara extrano sospechos* anomal* irregular*',
  disagree:
    'disagree* differ* conflict* contradict* mismatch* not_match dont_match doesnt_match different_things different_stories same_thing contradicting agree',
  dispute: 'disput* challeng* contest* contested reclam* disputa*',
  letter: 'letter* carta* mail mailed',
  plan: 'plan tier membership subscri* suscripcion membresia premium upgrade* version edition max_plan free_plan',
  bill_me: 'am_i_paying paying_for charge_me charging_me pay_you cost costs price cuesta precio',
  freeze:
    'freez* frozen froze unfreez* thaw* lock* unlock* security_freeze fraud_alert congel* descongel* bloque*',
  identity: 'identity identidad',
  theft:
    'theft thief stole* stolen steal* fraud* scam* hack* breach* imposter* impersonat* robo robar* robado fraude suplant* phish*',
  text: 'text texts texting message* messaging sms notification* spam* mensaje* textos blowing_up',
  human:
    'human person somebody_real real_person representative agent advisor counselor operator persona humano agente representante someone support customer_service customer_care support_team live_agent someone_real specialist staff',
  talk: 'talk speak call chat reach contact connect hablar llamar comunic*',
  complain: 'complain* grievance escalat* queja* quejar* cfpb unacceptable unhappy angry upset',
  you: 'you your yours fairfile app ustedes site this_app',
  stop: 'stop quit end halt cease no_more leave unsubscribe opt_out dejen deja paren alto',
  data: 'data everything info information datos todo my_data',
  remove: 'remov* delet* eras* wipe* clear* get_rid take_off borrar eliminar quitar gone forget',
  close: 'close* closing cancel* shut* cerrar cancelar',
  // What is asked about them.
  why: 'why whyd what_happened_to explain* reason* cause* causing how_come what_happened whats_behind what_made por_que porque razon razones explic* motivo what_changed what_has_changed que_cambio',
  change:
    'chang* budge* mov* differ* gain* lost lose losing fluctuat* went gone go_up go_down jump* climb* rise* rose risen increas* decreas* going_up going_down trend* up_or_down progress subi* bajo bajaron bajado baje cambi* mejoro empeoro compar* did_i_go am_i_up am_i_down movement bounce* shift* swing* dropped',
  drop: 'drop* fell fall* tank* plung* dip* sank sink* crash* lower lowered went_down lost lose down bajo bajaron cayo',
  since: 'since last_month this_month last_time last_report lately before ultimo pasado este_mes',
  good: 'good bad fair poor excellent great decent awful terrible healthy solid okay ok range bracket rate rated average strong weak high happy acceptable normal bueno buena malo mala bien mal regular sano suck sucks subprime prime lousy crappy mediocre pathetic respectable',
  improve:
    'improv* rais* boost* better increas* rebuild* repair* build* fix* grow* mejor* subir aumentar reparar arreglar get_up bring_up higher',
  how_high: 'how_high',
  disputable: 'what_can_i_dispute what_should_i_dispute worth_disputing que_puedo_disputar',
  pay_down:
    'knock_out knock_down knock go_after attack tackle clear_the bring_down prioriti* snowball avalanche interest apr chip_away focus_on concentrate wipe_out zero_out put_it put_toward put_towards throw_at deserves attention spread dump pay_down pay_off paying_off paying_down paid_off pay_first settle pagar_primero liquidar',
  how_to:
    'how_do how_can how_to how_should way ways steps best_way what_can what_should what_could where_do_i_start tips advice como_puedo como consejo* process procedure want_to need_to quiero what_do_i_do what_now what_next',
  first:
    'first 1st begin start start_with begin_with before_the_others primero earliest very_first original primer* start_with',
  longest: 'longest oldest oldest_account mas_antigu* mas_viej* earliest',
  newest:
    'newest latest most_recent recently last_thing youngest mas_nuev* mas_recient* ultim* open_last took_out_last last_loan last_card last_account last_one pop_up popped_up just_opened new_account new_card new_loan',
  open: 'open* took_out taken_out got_approved abri* abiert* get_opened opened',
  fresh: 'fresh stale current recent outdated up_to_date updated update* refresh* actualiz* as_of',
  when: 'when date dates dated how_many_more how_much_longer what_year next_year supposed_to cuanto_falta set_to about_to by_when how_many_months how_many_years soon how_often next what_day cuando fecha proximo how_old how_soon',
  next: 'next upcoming proximo* siguiente',
  count:
    'how_many number_of counting counted cuantas cuantos numero_de tally total_number a_lot_of count total_of',
  total:
    'total* sum* add_up adds_up altogether all_together combined overall in_all all_my everything en_total todo todas',
  list: 'list* show which what name_the go_through break_down lista listado que cuales muestra*',
  each: 'each every individual* one_by_one by_card per_card card_by_card single cada por_tarjeta',
  most: 'most highest biggest largest fullest closest worst main major top near* mas mayor compared',
  full: 'full* maxed max filled over_the_limit over_limit llena lleno lleno al_tope tapped_out max_out',
  more: 'more left still unused available remaining room headroom disponible queda',
  spend: 'let_me allowed allow spend charge borrow put_on gastar cargar swipe',
  average: 'average avg mean typical promedio media',
  length: 'how_long length how_far long short cuanto_tiempo llevo',
  now: 'now today currently at_the_moment right_now ahora hoy actualmente',
  ask: 'asking asked request*',
  who: 'who whom which_compan* what_compan* quien quienes que_banco* que_empresa*',
  status:
    'status progress update* outcome result* going answer* respon* repl* heard back news resolved finished reject* denied verified estado resultado respuesta respond* como_va como_van',
  not_mine:
    'not_mine isnt_mine never_opened didnt_open never_took never_had never_signed never_applied not_my dont_recognize didnt_authorize unauthorized no_es_mia no_es_mio no_reconozco nunca_abri',
  other: 'someone somebody stranger another_person alguien some_guy',
  stay: 'stay* remain_on remains_on remain_in falls_off fall_off fell_off falling_off drops_off drop_off dropping_off come_off comes_off coming_off come_off_of roll_off rolls_off rolling_off age_off ages_off aging_off age_out ages_out disappear* expir* go_away goes_away going_away gone_from clear_out behind_me be_history following_me be_off off_by removal off_my_report off_my_credit desaparez* off_my_file off_my_record drop_from vanish* purged permanec* desaparec* seven_years 7_years',
  free: 'free without_paying no_cost gratis gratuit* free_of_charge',
  approve:
    'anywhere_close anywhere_near foolish laugh give_me try_for trying_for wait_to_apply ready approv* qualif* preapprov* prequalif* eligib* aprob* califico calificar calificaria turned_down turn_me_down deny denied lend_me lend_to_me say_yes good_enough high_enough strong_enough enough_for enough_to mortgage_ready ready_for ready_to stand_a_chance chance chances odds shot_at likelihood likely get_a_mortgage get_a_loan get_a_house get_a_car buy_a_house buy_a_home buy_a_car finance_a conseguir obtener sacar rechazar*',
  purchase:
    'house home condo apartment vehicle truck dealership dealer fha heloc mortgage* loan* hipoteca* prestamo* financing car_loan auto_loan a_house a_home',
  spare: 'extra spare bonus refund paycheck hundred cash windfall leftover throw',
  trade:
    'buy buying bought rent* purchas* sell* sold legal* illegal safe risk* worth scam* legit* downside* pros cons compra* vend*',
  tradeline: 'tradeline* trade_line*',
  what_is:
    'what_is whats_a whats_an what_are define definition meaning que_es que_son que_significa does_it_mean stand_for how_does how_do',
  authorized: 'authorized autorizado piggyback*',
  detail: 'tell_me_about detail* whats_up_with going_on_with whats_with how_is_my',
  listed: 'listed have_for_me on_file on_my appear* show* reported tienen aparece* sale',
  check: 'check review scan audit examine inspect verify go_over revisa*',
  clean: 'accurate correct right clean true',
} as const satisfies Record<string, string>

type Concept = keyof typeof vocabulary

type Entry = { concept: Concept; words: readonly string[]; isPrefix: boolean }

const isConcept = (name: string): name is Concept => name in vocabulary

const allConcepts: readonly Concept[] = Object.keys(vocabulary).filter(isConcept)

const entriesByLetter: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  allConcepts.flatMap(concept =>
    vocabulary[concept].split(' ').map(name => ({
      concept,
      words: name.replace(/\*$/, '').split('_'),
      isPrefix: name.endsWith('*'),
    })),
  ),
  ({ words: [first = ''] }) => first.charAt(0),
)

const findEntries = (word: string): readonly Entry[] => entriesByLetter.get(word.charAt(0)) ?? []

const matchesAt = ({ words: expected, isPrefix }: Entry, words: readonly string[], at: number): boolean =>
  expected.every((part, offset) => {
    const word = words[at + offset]
    if (word === undefined) return false
    return word === part || (isPrefix && offset === expected.length - 1 && word.startsWith(part))
  })

type Match = { concept: Concept; at: number; length: number }

/** The concepts of the words at a position; for a word outside the vocabulary, those of words that it is a typo of. */
const matchAt = (words: readonly string[], at: number): Match[] => {
  const word = words[at] ?? ''
  const exact = findEntries(word).filter(entry => matchesAt(entry, words, at))
  if (exact.length > 0) return exact.map(({ concept, words: { length } }) => ({ concept, at, length }))
  if (isStopWord(word)) return []
  return findEntries(word)
    .filter(entry => entry.words.length === 1 && isTypoOf(word, entry.words[0] ?? ''))
    .map(({ concept }) => ({ concept, at, length: 1 }))
}

const matchAll = (words: readonly string[]): Match[] => words.flatMap((_, at) => matchAt(words, at))

const unmatchedWords = (words: readonly string[], matches: readonly Match[]): string[] => {
  const covered = new Set(
    matches.flatMap(({ at, length }) => Array.from({ length }, (_, offset) => at + offset)),
  )
  return words.filter((word, at) => !covered.has(at) && !isStopWord(word))
}

/** Words that are neither in the vocabulary, alone or together, nor stop words. */
export const findUnknownWords = (words: readonly string[]): string[] => unmatchedWords(words, matchAll(words))

export const isUnknownWord = (word: string): boolean => findUnknownWords([word]).length > 0

/** What a question is about, without its order. */
type QuestionContent = {
  concepts: ReadonlySet<Concept>
  /** How many words are not stop words, and how many of those are unknown. */
  contentWords: number
  unknownWords: number
  isFirstPerson: boolean
}

export const extractContent = (words: readonly string[]): QuestionContent => {
  const matches = matchAll(words)
  return {
    concepts: new Set(matches.map(({ concept }) => concept)),
    contentWords: words.filter(word => !isStopWord(word)).length,
    unknownWords: unmatchedWords(words, matches).length,
    isFirstPerson: isFirstPerson(words),
  }
}
