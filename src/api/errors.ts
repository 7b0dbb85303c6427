/**
 * The catalogue of every expected error: a stable code for programs, an HTTP status, and a message for users. Other clients
 * show or compare some of these messages: reword one only to correct it.
 */
const catalogue = {
  invalid_request: [400, 'Some of the details are not right. Check them and try again.'],
  wrong_code: [401, 'That code is not right or has expired. Check it or ask for a new one.'],
  wrong_password: [401, 'That email or password is not right.'],
  totp_required: [401, 'Enter the code of your authenticator app.'],
  second_proof_required: [401, 'We sent a code to your email address. Enter it too.'],
  no_session: [401, 'Sign in to continue.'],
  plan_required: [403, 'Your plan does not include this bureau. Enable Max Plan to see all three.'],
  read_only: [403, 'This account is open for reading only.'],
  not_allowed: [403, 'You are not allowed to do this.'],
  not_own_client: [
    403,
    'Another manager is responsible for this client. Ask them or a lead, or open the account as an emergency, with a reason.',
  ],
  sign_in_again: [403, 'Sign in again to do this. It is possible only for a few minutes after signing in.'],
  account_cooldown: [
    403,
    'You signed in after a long time away. For your safety this opens 24 hours after that.',
  ],
  totp_enrollment_required: [403, 'Your authenticator app is not set up. Ask an admin for a new invitation.'],
  no_mailing_consent: [
    403,
    'This client has not agreed that staff mail letters. They can allow it in Profile, under Permissions.',
  ],
  not_verified: [403, 'Verify your identity first. Contact support.'],
  terms_needed: [403, 'Accept the terms of use first. Open the app to read them.'],
  identity_needed: [403, 'Confirm your identity first. Profile shows how.'],
  staff_switches_plan: [403, 'Our team switches Max Plan on for you. Contact support.'],
  staff_mails: [
    403,
    'Our team reads letters before they are mailed, and mails them for you. Allow that in Profile, under Permissions.',
  ],
  not_by_staff: [
    403,
    'Staff cannot make this letter for a client: the company need not answer it (12 CFR 1022.43(b)(2)). Dispute the item with the bureaus, or ask the client to make it.',
  ],
  agreement_needed: [
    403,
    'The agreement on our services is not signed. Until the client has signed it, staff do nothing and no letter is mailed.',
  ],
  agreement_waiting: [
    403,
    'The third business day after signing has not passed. Until then staff do nothing and no letter is mailed (15 U.S.C. 1679d(a)).',
  ],
  agreement_cancelled: [
    403,
    'The agreement on our services was cancelled, so staff do nothing more and no letter is mailed.',
  ],
  certified_not_offered: [403, 'Certified mail is not offered here. Send the letters as regular mail.'],
  letters_used_up: [
    403,
    'You have used up the letters that can be mailed in 30 days. You can download the PDF and mail it yourself.',
  ],
  monthly_limit: [403, 'The monthly limit is reached. Nothing was sent. Contact support.'],
  shared_secret: [403, 'This page is out of date. Reload it and try again.'],
  csrf: [403, 'This page is out of date. Reload it and try again.'],
  not_found: [404, 'We could not find that.'],
  no_account: [404, 'No account uses this phone number. Create one to continue.'],
  conflict: [409, 'This was changed in the meantime. Reload the page and try again.'],
  already_mailed: [409, 'This letter was handed to the mail already. It cannot be changed any more.'],
  not_come_back: [409, 'Only a letter that came back, failed or was refused can be mailed again.'],
  step_not_open: [409, 'This step is not open for this item now.'],
  attestation_needed: [409, 'The client must confirm these letters first.'],
  phone_taken: [409, 'This phone number already has an account. Sign in instead.'],
  too_large: [413, 'This is larger than we can take.'],
  unsupported_type: [415, 'We cannot read this kind of content.'],
  phone_not_served: [422, 'We can only text US mobile numbers. Check the number and try again.'],
  phone_not_textable: [422, 'We cannot text this number. Check it, or use another mobile number.'],
  weak_password: [422, 'Choose a longer password that is hard to guess.'],
  link_used: [422, 'This link has been used or has expired. Ask for a new one.'],
  cannot_verify: [422, 'We could not verify these details. Contact support.'],
  code_needed: [422, 'Ask for a code for this phone number first.'],
  unreadable_report: [422, 'We could not read this file as a credit report.'],
  which_person: [422, 'This file is about more than one person. Say which of them you are.'],
  reading_not_confirmed: [
    422,
    'We could not read everything that this file states. Check what was read, then confirm it. Nothing was stored.',
  ],
  report_too_long: [422, 'This file lists more than a credit report can. Nothing was saved.'],
  older_report: [422, 'Your report already has newer parts than this file. Nothing was changed.'],
  no_room_for_report: [422, 'Your account cannot store more reports. Ask support to make room.'],
  not_a_report: [422, 'This file contains no finished credit report.'],
  unreadable_feed: [422, 'We could not read this list of tradelines. Nothing was changed.'],
  no_report: [422, 'Import a credit report first.'],
  reason_needed: [422, 'Open the account with a reason first. The client can read it.'],
  no_consent: [422, 'This person has not agreed that we fetch credit reports. Nothing was asked for.'],
  unreadable_picture: [422, 'We could not read this picture. Save it again as a JPEG and try again.'],
  unreadable_recording: [422, 'We could not read this recording. Record it again, or type your question.'],
  recording_too_long: [
    422,
    'A recording can be at most 2 minutes. Ask in fewer words, or type your question.',
  ],
  no_transcription: [
    422,
    'Transcription is not set up here, so recordings cannot be read. Type your question.',
  ],
  nothing_heard: [422, 'We heard no question in this recording. Try again, or type your question.'],
  too_many_plans: [422, 'You can keep up to 40 plans. Delete one first.'],
  no_room: [422, 'You can keep up to 200 documents and 200 MB. Delete some to make room.'],
  item_not_reported: [422, 'This bureau does not report this item in your current report.'],
  not_attested: [422, 'Confirm that what you say in the letters is true as far as you know.'],
  repeats_dispute: [
    422,
    'You disputed this before for the same reason. Add what is new, or confirm that you send it again.',
  ],
  contradicts_dispute: [422, 'Two letters of yours would say different things. Change your answer.'],
  sandbox_letter: [422, 'This letter was made from invented data. It is not mailed.'],
  address_needed: [
    422,
    'An address on this letter is not complete. Check your address, then make the letter again.',
  ],
  address_undeliverable: [
    422,
    'The postal service does not deliver to the return address on this letter. Correct your address in your account and make the letter again, or download the PDF and mail it yourself.',
  ],
  too_many_pages: [422, 'A letter with these enclosures is too long to mail. Enclose fewer documents.'],
  document_needed: [422, 'Enclose a document that shows what you say.'],
  explanation_needed: [422, 'Say in your own words what is wrong.'],
  idempotency_mismatch: [422, 'This request was already made with other details. Start again.'],
  rate_limited: [429, 'Too many requests. Wait a moment and try again.'],
  too_many_tries: [429, 'Too many tries. Wait before you try again.'],
  unavailable: [503, 'This is not available right now. Try again in a few minutes.'],
  internal: [500, 'Something went wrong on our side. Nothing was changed.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof catalogue

/** Why no service is performed for a client of a credit repair organization: the agreement is not in force. */
export const agreementRefusals = [
  'agreement_needed',
  'agreement_waiting',
  'agreement_cancelled',
] as const satisfies readonly ErrorCode[]

export const errorCodes = Object.keys(catalogue).filter((code): code is ErrorCode => code in catalogue)

export const httpStatus = (code: ErrorCode): number => catalogue[code][0]

/** The default message, unless the error carries its own. */
export const defaultMessage = (code: ErrorCode): string => catalogue[code][1]

/** Messages by path in the body, such as `items.0.bureaus`. */
export type FieldErrors = Record<string, string>

/** The body of every error response. */
export type ErrorBody = { message: string; code: ErrorCode; requestId: string; fields?: FieldErrors }

/** An expected error, thrown by rules and routes and sent with its status and message. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    more: { message?: string; fields?: FieldErrors; retryAfterSeconds?: number } = {},
  ) {
    super(more.message ?? defaultMessage(code))
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** A part of the service that the operator has disabled or not set up. It is not a failure, so nothing is logged. */
export class NotOffered extends AppError {
  constructor(message?: string) {
    super('unavailable', message === undefined ? {} : { message })
  }
}
