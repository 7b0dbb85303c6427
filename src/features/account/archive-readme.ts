/** The README of the archive: what each file is, and what is not in it and why. `day` like `November 21, 2026`. */
export const archiveReadme = (day: string): string => `Everything Fairfile holds about you
${day}

profile.json          who you are: names, contact details, birth date, plan
consents.json         what you agreed to or withdrew, newest first
sessions.json         where you signed in
browsers.json         when you last signed in on each browser that is known again, and wrong codes given there since
access-log.json       what managers did in your account and to it, when and why
audit.json            what was done with your account
emails.json           the emails we sent you, without their text
alerts.json           what you were told of when a new report arrived
mailings.json         the letters we had printed and mailed for you, and how far each came
reports/              your credit reports as we read them, one folder each
disputes/             your disputes, with the letters that you confirmed as PDF
documents/            the documents you uploaded, as JPEG; who has them has a copy of your papers
tradelines/           your tradeline requests as they were mailed to a manager

What is left out, so that a lost copy of this archive cannot be used against you:
- Social Security numbers, but for their last four digits, and account numbers beyond eight characters.
- Report files as they were received: they carry those numbers whole. You have the files that you imported yourself;
  each bureau gives you its own at annualcreditreport.com.
- The text of emails: it was sent to you.

Times are in UTC.
`
