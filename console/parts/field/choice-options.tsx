import { type ChoiceKey, NOT_STATED } from '#contract/project/choices.ts'
import { projectFields } from '#contract/project/fields.ts'
import { fieldText } from '#ui/field-texts.ts'

/** The options of a choice; the empty one is no choice. `first`: what an input without a value of its own begins with. */
export const ChoiceOptions = ({ field, first }: { field: ChoiceKey; first?: string | null }) => (
  <>
    <option value="">{fieldText(`${field}.${NOT_STATED}`)}</option>
    {projectFields[field].words.map((word) => (
      <option key={word} value={word} selected={word === first || undefined}>
        {fieldText(`${field}.${word}`)}
      </option>
    ))}
  </>
)
