import { t } from '#console/texts.ts'
import { projectAttentions } from '#contract/console/project.ts'
import { statuses } from '#contract/project.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { useCall } from '#ui/server/query.ts'
import { ChoiceField } from './choice-field.tsx'

type Values = Record<'status' | 'tag' | 'attention', string>

/** Filters of projects: status, tag, and what needs attention. */
export function ProjectChoices({ values, set }: { values: Values; set(changes: Partial<Values>): void }) {
  const { answer: tags = [] } = useCall(listTags, undefined, { isSaved: false })
  return (
    <>
      <ChoiceField
        label={t('projects.status')}
        any={t('projects.anyStatus')}
        value={values.status}
        options={statuses.map((value) => ({ value, name: t(`status.${value}`) }))}
        onChoose={(status) => set({ status })}
      />
      <ChoiceField
        label={t('projects.tag')}
        any={t('projects.anyTag')}
        value={values.tag}
        options={tags.map(({ id, name }) => ({ value: String(id), name }))}
        onChoose={(tag) => set({ tag })}
      />
      <ChoiceField
        label={t('attention.filter')}
        any={t('attention.filter.any')}
        value={values.attention}
        options={projectAttentions.map((value) => ({ value, name: t(`attention.filter.${value}`) }))}
        onChoose={(attention) => set({ attention })}
      />
    </>
  )
}
