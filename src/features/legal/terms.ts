import type { LegalPage } from './law-page.ts'

/**
 * The terms of use, a template. What they promise is what the product does; what they refuse is in docs/reference/law.md with
 * its sources. The version is that of the consent `terms`: who agrees agrees to this text.
 */
export const terms: LegalPage = {
  title: 'Terms of use',
  lead: 'What Fairfile does for you, what it does not do, and what we ask of you.',
  version: '2026-11-22',
  template: true,
  sections: [
    {
      heading: 'What Fairfile does',
      paragraphs: [
        'Fairfile shows you your credit file, compares what the bureaus say, and writes letters from what you tell it. You choose what is disputed. You read every letter before it is made.',
        'Fairfile gives information. It is not a lawyer, a lender or a bureau, and it gives no legal advice.',
      ],
    },
    {
      heading: 'What Fairfile does not do',
      paragraphs: [
        'It promises no result and no score. Nobody can have true and current facts taken out of a credit file.',
        'It disputes nothing that you believe to be right. It makes no new identity and no false claim of identity theft. It sends nothing to a bureau in the name of anybody else.',
      ],
    },
    {
      heading: 'What it costs',
      paragraphs: [
        'Fairfile takes no money for using it. You can do all of it yourself with each bureau, free of charge.',
      ],
    },
    {
      heading: 'What we ask of you',
      paragraphs: [
        'You are 18 or older and use Fairfile for your own credit file only.',
        'What you say in a letter is true as far as you know. Saying something false to a bureau is against the law.',
        'You share your sign-in code with nobody. Our team never asks for it.',
      ],
    },
    {
      heading: 'Ending it',
      paragraphs: [
        'You can delete your account at any time in Profile. Letters that were already handed over to be mailed still go out.',
        'We may close an account that is used to lie to a bureau or to look at a file of somebody else. We then say why.',
      ],
    },
    {
      heading: 'For counsel to complete',
      paragraphs: [
        '[Name and address of the operator. Governing law. Liability as far as the law allows. How changes of these terms are told. Terms of the states in which it is offered.]',
      ],
    },
  ],
}
