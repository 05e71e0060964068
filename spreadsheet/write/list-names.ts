import type { Language } from '#contract/errors.ts'

// Values of the lists in words, as the console shows them.

const names = (en: string, ru: string): Record<Language, string> => ({ en, ru })

export const stateNames: Record<'state' | 'status' | 'access' | 'account' | 'request', Record<string, Record<Language, string>>> = {
  state: {
    draft: names('Draft', 'Черновик'),
    published: names('Published', 'Опубликован'),
    archived: names('Archived', 'В архиве'),
    withdrawn: names('Unpublished', 'Снят с публикации'),
  },
  status: {
    open: names('Open for teams', 'Идёт набор'),
    active: names('In progress', 'В работе'),
    pending: names('Upcoming', 'Скоро'),
    completed: names('Finished', 'Завершён'),
  },
  access: {
    member: names('Member', 'Участник'),
    curator: names('Curator', 'Куратор'),
    administrator: names('Admin', 'Администратор'),
  },
  account: {
    active: names('Has signed in', 'Активна'),
    never: names('Never signed in', 'Входов не было'),
    disabled: names('Disabled', 'Отключена'),
  },
  request: {
    submitted: names('Awaiting decision', 'Ждёт решения'),
    approved: names('Approved', 'Одобрена'),
    declined: names('Declined', 'Отклонена'),
    withdrawn: names('Withdrawn', 'Отозвана'),
    superseded: names('Closed', 'Закрыта'),
  },
}
