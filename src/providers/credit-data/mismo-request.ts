import { type Element, leaf, node, xmlDocument } from '../xml.ts'
import type { CreditDataRequest } from './port.ts'

/**
 * Requests of the MISMO 3.4 credit order of MeridianLink's family (docs/guides/credit-data.md, MISMO orders), shaped
 * like those of MeridianLink's published client, github.com/jafrajarvy292/smartapihelper.
 */

const namespaces = {
  xmlns: 'http://www.mismo.org/residential/2009/schemas',
  'xmlns:p2': 'http://www.w3.org/1999/xlink',
  'xmlns:p3': 'inetapi/MISMO3_4_MCL_Extension.xsd',
}
const verifiedBy = 'urn:fdc:Meridianlink.com:2017:mortgage/PARTY_IsVerifiedBy_SERVICE'

const under = (names: readonly string[], children: readonly (Element | null)[]): Element => {
  const [name = '', ...inner] = names
  return inner.length === 0 ? node(name, children) : node(name, [under(inner, children)])
}

const borrower = ({ profile: { birthDate, address } }: CreditDataRequest): Element =>
  node('BORROWER', [
    node('BORROWER_DETAIL', [leaf('BorrowerBirthDate', birthDate)]),
    under(
      ['RESIDENCES', 'RESIDENCE'],
      [
        node('ADDRESS', [
          leaf('AddressLineText', address.street),
          leaf('CityName', address.city),
          leaf('CountryCode', 'US'),
          leaf('PostalCode', address.postal),
          leaf('StateCode', address.state),
        ]),
        node('RESIDENCE_DETAIL', [leaf('BorrowerResidencyType', 'Current')]),
      ],
    ),
  ])

const party = (request: CreditDataRequest, isOrder: boolean): Element => {
  const { firstName, middleName, lastName } = request.profile
  return node(
    'PARTY',
    [
      under(
        ['INDIVIDUAL', 'NAME'],
        [leaf('FirstName', firstName), leaf('LastName', lastName), leaf('MiddleName', middleName)],
      ),
      under(
        ['ROLES', 'ROLE'],
        [isOrder ? borrower(request) : null, node('ROLE_DETAIL', [leaf('PartyRoleType', 'Borrower')])],
      ),
      under(
        ['TAXPAYER_IDENTIFIERS', 'TAXPAYER_IDENTIFIER'],
        [
          leaf('TaxpayerIdentifierType', 'SocialSecurityNumber'),
          leaf('TaxpayerIdentifierValue', request.ssn),
        ],
      ),
    ],
    { SequenceNumber: '1', 'p2:label': 'Party1' },
  )
}

const repositories = (isOrder: boolean): Element =>
  node('CREDIT_REPOSITORY_INCLUDED', [
    leaf('CreditRepositoryIncludedEquifaxIndicator', 'true'),
    leaf('CreditRepositoryIncludedExperianIndicator', 'true'),
    leaf('CreditRepositoryIncludedTransUnionIndicator', 'true'),
    isOrder
      ? under(
          ['EXTENSION', 'OTHER'],
          [
            leaf('p3:RequestEquifaxScore', 'true'),
            leaf('p3:RequestExperianFraud', 'true'),
            leaf('p3:RequestExperianScore', 'true'),
            leaf('p3:RequestTransUnionFraud', 'true'),
            leaf('p3:RequestTransUnionScore', 'true'),
          ],
        )
      : null,
  ])

const product = under(
  ['SERVICE_PRODUCT', 'SERVICE_PRODUCT_REQUEST', 'SERVICE_PRODUCT_DETAIL'],
  [
    leaf('ServiceProductDescription', 'CreditOrder'),
    under(
      [
        'EXTENSION',
        'OTHER',
        'p3:SERVICE_PREFERRED_RESPONSE_FORMATS',
        'p3:SERVICE_PREFERRED_RESPONSE_FORMAT',
        'p3:SERVICE_PREFERRED_RESPONSE_FORMAT_DETAIL',
      ],
      [leaf('p3:PreferredResponseFormatType', 'Xml')],
    ),
  ],
)

/** `order`: null submits a new order for all three bureaus, a number requests that order. */
export const mismoRequest = (request: CreditDataRequest, order: string | null): string =>
  xmlDocument(
    node(
      'MESSAGE',
      [
        under(['ABOUT_VERSIONS', 'ABOUT_VERSION'], [leaf('DataVersionIdentifier', '201703')]),
        under(
          ['DEAL_SETS', 'DEAL_SET', 'DEALS', 'DEAL'],
          [
            node('PARTIES', [party(request, order === null)]),
            node('RELATIONSHIPS', [
              node('RELATIONSHIP', [], {
                'p2:arcrole': verifiedBy,
                'p2:from': 'Party1',
                'p2:to': 'Service1',
              }),
            ]),
            node('SERVICES', [
              node(
                'SERVICE',
                [
                  under(
                    ['CREDIT', 'CREDIT_REQUEST', 'CREDIT_REQUEST_DATAS', 'CREDIT_REQUEST_DATA'],
                    [
                      repositories(order === null),
                      node('CREDIT_REQUEST_DATA_DETAIL', [
                        leaf('CreditReportRequestActionType', order === null ? 'Submit' : 'StatusQuery'),
                      ]),
                    ],
                  ),
                  product,
                  order === null
                    ? null
                    : under(
                        ['SERVICE_PRODUCT_FULFILLMENT', 'SERVICE_PRODUCT_FULFILLMENT_DETAIL'],
                        [leaf('VendorOrderIdentifier', order)],
                      ),
                ],
                { 'p2:label': 'Service1' },
              ),
            ]),
          ],
        ),
      ],
      { MessageType: 'Request', ...namespaces },
    ),
  )
