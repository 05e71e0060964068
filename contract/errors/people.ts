import type { ErrorEntry } from './entry.ts'

// Errors of creating and editing people, and of who is responsible.
export const peopleErrors = {
  person_exists: {
    status: 409,
    title: { en: 'There is already a person with this email', ru: 'Человек с такой почтой уже есть' },
    detail: {
      en: '{name} ({login}) has the address {email}. Open that person instead.',
      ru: 'Адрес {email} уже указан: {name} ({login}). Откройте страницу этого человека.',
    },
  },
  similar_person: {
    status: 409,
    title: { en: 'There is a person with the same name', ru: 'Человек с таким именем уже есть' },
    detail: {
      en: 'Already in the directory: {people}. If this is someone else, choose “Add anyway”.',
      ru: 'Уже есть в каталоге: {people}. Если это другой человек, нажмите «Всё равно добавить».',
    },
  },
  invalid_group: {
    status: 422,
    title: { en: 'Invalid group', ru: 'Некорректное название группы' },
    detail: {
      en: 'A group or year can have up to {most} visible characters on one line.',
      ru: 'Группа или курс — до {most} видимых символов в одну строку.',
    },
  },
  email_is_own: {
    status: 409,
    title: { en: 'The email can’t be changed here', ru: 'Почту здесь изменить нельзя' },
    detail: {
      en: '{name} has already signed in and can change the email in their profile.',
      ru: 'Этот человек уже входил в каталог и может изменить почту в своём профиле: {name}.',
    },
  },
  not_a_curator: {
    status: 422,
    title: { en: 'This person is not a curator', ru: 'Этот человек — не куратор' },
    detail: {
      en: '{name} has no access to the console. Choose a curator or an admin.',
      ru: 'У этого человека нет доступа к консоли: {name}. Выберите куратора или администратора.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
