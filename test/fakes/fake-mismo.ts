import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { below, every, parseXml, type XmlNode } from '#features/reports/readers/xml.ts'
import { buildFileAt } from '#sandbox/bureau/file-at.ts'
import { mismoDocument } from '#sandbox/bureau/mismo.ts'
import { findPersona } from '#sandbox/bureau/personas.ts'

/**
 * A MISMO 3.4 credit order service on loopback, with the requests and responses of MeridianLink's published client
 * (github.com/jafrajarvy292/smartapihelper). An order takes `polls` status queries until its report, the sandbox bureau's,
 * is available. SSN endings: 0001 no file at any bureau, 0003 stays in processing, 0004 the order ends in error, 0005 the
 * subscriber may not order.
 */

export type FakeMismo = {
  url: URL
  login: string
  password: string
  interfaceId: string
  /** The actions in order, with the order number that they created or referred to. */
  actions: { action: string; order: string; surrogate: string | null }[]
  /** How many status queries an order takes. */
  polls: number
  /** How every later call is answered; null = correctly. `taken`: after the order was placed. */
  misbehave: (how: ((response: ServerResponse) => void) | null, taken?: boolean) => void
  close: () => Promise<void>
}

const start = '<MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas"><ABOUT_VERSIONS><ABOUT_VERSION>'
const about = `${start}<DataVersionIdentifier>201703</DataVersionIdentifier></ABOUT_VERSION></ABOUT_VERSIONS><DEAL_SETS>`

const fulfillment = (order: string) =>
  `<SERVICE_PRODUCT_FULFILLMENT><SERVICE_PRODUCT_FULFILLMENT_DETAIL><VendorOrderIdentifier>${order}</VendorOrderIdentifier></SERVICE_PRODUCT_FULFILLMENT_DETAIL></SERVICE_PRODUCT_FULFILLMENT>`

/** The envelope of a response without a report, with the service's message. */
export const mismoStatus = (status: string, said: string, order: string | null): string =>
  `${about}<DEAL_SET><DEALS><DEAL><SERVICES><SERVICE><CREDIT><CREDIT_REQUEST/></CREDIT>${order === null ? '' : fulfillment(order)}<STATUSES><STATUS><StatusCode>${status}</StatusCode><StatusDescription>${said}</StatusDescription></STATUS></STATUSES></SERVICE></SERVICES></DEAL></DEALS></DEAL_SET><DEAL_SET_SERVICES><DEAL_SET_SERVICE><STATUSES><STATUS><StatusDescription>Request has been processed.</StatusDescription></STATUS></STATUSES></DEAL_SET_SERVICE></DEAL_SET_SERVICES></DEAL_SETS></MESSAGE>`

export const mismoRequestError = (category: string, said: string): string =>
  `${about}<DEAL_SET><DEALS><DEAL><SERVICES/></DEAL></DEALS></DEAL_SET><DEAL_SET_SERVICES><DEAL_SET_SERVICE><ERRORS><ERROR><ERROR_MESSAGES><ERROR_MESSAGE><ErrorMessageCategoryCode>${category}</ErrorMessageCategoryCode><ErrorMessageText>${said}</ErrorMessageText></ERROR_MESSAGE></ERROR_MESSAGES></ERROR></ERRORS></DEAL_SET_SERVICE></DEAL_SET_SERVICES></DEAL_SETS></MESSAGE>`

const noFiles = (order: string) =>
  mismoStatus('Completed', 'READY', order).replace(
    '</CREDIT>',
    `<CREDIT_RESPONSE><CREDIT_FILES>${['Equifax', 'Experian', 'TransUnion']
      .map(
        bureau =>
          `<CREDIT_FILE><CREDIT_FILE_DETAIL><CreditFileResultStatusType>NoFileReturnedNoHit</CreditFileResultStatusType><CreditRepositorySourceType>${bureau}</CreditRepositorySourceType></CREDIT_FILE_DETAIL></CREDIT_FILE>`,
      )
      .join('')}</CREDIT_FILES></CREDIT_RESPONSE></CREDIT>`,
  )

type Ordered = { ssn: string; root: XmlNode; queries: number }

const textAt = (root: XmlNode, name: string): string => {
  const text = below(root, name)
  if (text === undefined) throw new Error(`the request has no ${name}`)
  return text
}

const reportOf = ({ ssn, root }: Ordered, order: string): string => {
  const names = {
    firstName: textAt(root, 'FirstName'),
    lastName: textAt(root, 'LastName'),
    middleName: below(root, 'MiddleName') ?? null,
  }
  const address = {
    street: textAt(root, 'AddressLineText'),
    city: textAt(root, 'CityName'),
    state: textAt(root, 'StateCode'),
    postal: textAt(root, 'PostalCode'),
  }
  const subject = { names, birthDate: textAt(root, 'BorrowerBirthDate'), address, ssn }
  const day = new Date().toISOString().slice(0, 10)
  const { life, errors } = findPersona(ssn)
  const document = mismoDocument(buildFileAt(life, errors, subject, day.slice(0, 7)), subject, day)
  return document.replace('<STATUSES>', `${fulfillment(order)}<STATUSES>`)
}

export const openFakeMismo = async (): Promise<FakeMismo> => {
  const [login, password, interfaceId] = ['subscriber', 'a password, with spaces', 'FairfileTest']
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
  const orders = new Map<string, Ordered>()
  let misbehavior: ((response: ServerResponse) => void) | null = null
  let isTaken = false
  const fake: Omit<FakeMismo, 'url' | 'close'> = {
    login,
    password,
    interfaceId,
    actions: [],
    polls: 1,
    misbehave: (how, taken = false) => {
      misbehavior = how
      isTaken = taken
    },
  }

  const submit = (root: XmlNode, ssn: string): { order: string; answer: string } => {
    if (ssn.endsWith('0005'))
      return {
        order: '',
        answer: mismoStatus('Error', 'User is not authorized to pull new credit orders.', null),
      }
    const order = String(815_000 + orders.size)
    orders.set(order, { ssn, root, queries: 0 })
    return { order, answer: mismoStatus('New', 'NOT READY', order) }
  }
  const query = (order: string): string => {
    const ordered = orders.get(order)
    if (!ordered) return mismoRequestError('InvalidRequest', 'No such order')
    ordered.queries += 1
    if (ordered.ssn.endsWith('0003') || ordered.queries < fake.polls)
      return mismoStatus('Processing', 'NOT READY', order)
    if (ordered.ssn.endsWith('0001')) return noFiles(order)
    if (ordered.ssn.endsWith('0004')) return mismoStatus('Error', 'The order could not be completed.', order)
    return reportOf(ordered, order)
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.setEncoding('utf8')
    for await (const chunk of request) text += String(chunk)
    const says = (body: string) => response.writeHead(200, { 'content-type': 'text/xml' }).end(body)
    if (misbehavior && !isTaken) return misbehavior(response)
    if (request.headers.authorization !== authorization)
      return says(mismoRequestError('AuthenticationFailure', 'Login failed'))
    if (request.headers['mcl-interface'] !== interfaceId) return response.writeHead(403).end()
    const read = parseXml(text, new Set())
    if ('stopped' in read) return says(mismoRequestError('InvalidRequest', 'The request is not well-formed'))
    const { root } = read
    const ssn = /<TaxpayerIdentifierValue>(\d{9})</.exec(text)?.[1] ?? ''
    const action = textAt(root, 'CreditReportRequestActionType')
    const isQuery = action === 'StatusQuery'
    if (every(root, 'RELATIONSHIP').length !== 1) throw new Error('the borrower is not linked to the order')
    const { order, answer } = isQuery
      ? { order: textAt(root, 'VendorOrderIdentifier'), answer: query(textAt(root, 'VendorOrderIdentifier')) }
      : submit(root, ssn)
    const surrogate = request.headers['mcl-surrogatedlogin']
    fake.actions.push({ action, order, surrogate: typeof surrogate === 'string' ? surrogate : null })
    return misbehavior ? misbehavior(response) : says(answer)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  return Object.assign(fake, {
    url: new URL(`http://127.0.0.1:${address.port}/inetapi/request_products.aspx`),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
