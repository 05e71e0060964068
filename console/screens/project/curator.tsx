import { CuratorChoice } from '#console/parts/field/curator-choice.tsx'
import { t } from '#console/texts.ts'
import type { Editing } from './use-editing.ts'

/** The responsible curator of the edited project. */
export const CuratorField = ({ editing: { form, set, faults } }: { editing: Editing }) => (
  <CuratorChoice
    hint={t('projects.responsibleHint')}
    fault={faults.responsibleCurator}
    chosen={form.responsibleCurator}
    onChoose={(responsibleCurator) => set({ responsibleCurator })}
  />
)
