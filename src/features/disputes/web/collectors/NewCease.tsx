import { client } from '#web/client.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup, RadioChoices } from '#web/ui/Choice.tsx'
import { TextAreaField } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { contactMedia } from '../../collectors/debt-answers.ts'
import { ceaseConsequences, mediumWords } from '../../collectors/words.ts'
import { maxExplanationLength } from '../../limits.ts'
import type { Questions } from '../company/LetterForm.tsx'
import * as disputeStyles from '../dispute/dispute.module.css'
import { CollectorForm } from './CollectorForm.tsx'
import {
  type CeaseAnswers,
  ceaseBody,
  findCeaseProblems,
  keepCease,
  noCease,
  restoreCease,
} from './collector-answers.ts'

/** A request to a debt collector to stop contact about a debt, or to limit it. */
export const NewCease = () => (
  <CollectorForm
    type="cease"
    title="Ask a debt collector to stop contacting you"
    lead="The letter stops calls and letters about one debt, or only some of them. It does not end the debt."
    start={noCease}
    keep={keepCease}
    restore={restoreCease}
    findProblems={findCeaseProblems}
    bodyOf={ceaseBody}
    preview={client.disputes.previewCease}
    create={client.disputes.createCease}
  >
    {questions => <WhatShouldStop {...questions} />}
  </CollectorForm>
)

const scopes = [
  {
    value: 'all',
    title: 'All contact about this debt',
    hint: 'Calls, letters, texts and emails (15 U.S.C. 1692c(c), 12 CFR 1006.6(c)).',
  },
  {
    value: 'limited',
    title: 'Some ways, times or places',
    hint: 'The collector may go on in other ways (15 U.S.C. 1692c(a), 12 CFR 1006.14(h)).',
  },
] as const

const WhatShouldStop = ({ answers, problems, change }: Questions<CeaseAnswers>) => (
  <section className={`${cardStyles.card} ${layoutStyles.stack}`}>
    <RadioChoices
      name="scope"
      id="scope"
      tabIndex={-1}
      legend="What should stop?"
      error={problems['scope']}
      options={scopes}
      chosen={answers.scope}
      onChoose={scope => change({ scope })}
    />
    {answers.scope === 'all' && (
      <Note tone="amber" role="status" title="What this letter does not do">
        <ul className={disputeStyles.enclosed}>
          {ceaseConsequences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Note>
    )}
    {answers.scope === 'limited' && <Limits answers={answers} problems={problems} change={change} />}
  </section>
)

const Limits = ({ answers, problems, change }: Omit<Questions<CeaseAnswers>, 'today'>) => (
  <>
    <ChoiceGroup
      name="media"
      id="media"
      tabIndex={-1}
      legend="What should the collector not do?"
      error={problems['media']}
    >
      {contactMedia.map(medium => (
        <Choice
          key={medium}
          type="checkbox"
          checked={answers.media.includes(medium)}
          onChange={event =>
            change({
              media: contactMedia.filter(one =>
                one === medium ? event.target.checked : answers.media.includes(one),
              ),
            })
          }
          title={mediumWords[medium]}
        />
      ))}
      <Choice
        type="checkbox"
        checked={answers.notAtWork}
        onChange={event => change({ notAtWork: event.target.checked })}
        title="No contact at my place of work"
      />
    </ChoiceGroup>
    <TextAreaField
      id="explanation"
      label="Times or places that are inconvenient"
      hint="It goes into the letter as you write it. Do not write that you owe the debt."
      optional
      error={problems['explanation']}
      rows={3}
      maxLength={maxExplanationLength}
      value={answers.explanation}
      onChange={event => change({ explanation: event.target.value })}
    />
  </>
)
