// The words a directory needs before its first project: also the start of a directory without demo content.

type Role = { name: string; nameRu: string; aliases: string[] }
export const roles: Role[] = [
  { name: 'Team lead', nameRu: 'Тимлид', aliases: ['руководитель команды', 'team leader', 'lead'] },
  { name: 'Project manager', nameRu: 'Менеджер проекта', aliases: ['руководитель проекта', 'PM', 'проджект'] },
  { name: 'Product manager', nameRu: 'Менеджер продукта', aliases: ['product owner', 'владелец продукта', 'продакт'] },
  { name: 'Business analyst', nameRu: 'Бизнес-аналитик', aliases: ['analyst', 'аналитик'] },
  { name: 'System analyst', nameRu: 'Системный аналитик', aliases: ['systems analyst'] },
  { name: 'Software architect', nameRu: 'Архитектор ПО', aliases: ['архитектор', 'architect'] },
  { name: 'Frontend developer', nameRu: 'Фронтенд-разработчик', aliases: ['фронтендер', 'front-end', 'frontend dev'] },
  { name: 'Backend developer', nameRu: 'Бэкенд-разработчик', aliases: ['бэкендер', 'back-end', 'backend dev', 'серверный разработчик'] },
  { name: 'Full-stack developer', nameRu: 'Фулстек-разработчик', aliases: ['fullstack', 'full stack'] },
  { name: 'Android developer', nameRu: 'Android-разработчик', aliases: ['андроид-разработчик', 'Kotlin developer'] },
  { name: 'iOS developer', nameRu: 'iOS-разработчик', aliases: ['разработчик для айфона', 'Swift developer'] },
  {
    name: 'Embedded developer',
    nameRu: 'Разработчик встраиваемых систем',
    aliases: ['embedded', 'программист микроконтроллеров', 'firmware'],
  },
  { name: 'Robotics engineer', nameRu: 'Инженер-робототехник', aliases: ['робототехник', 'roboticist'] },
  { name: 'Electronics engineer', nameRu: 'Инженер-электронщик', aliases: ['электронщик', 'hardware engineer'] },
  { name: 'Mechanical designer', nameRu: 'Инженер-конструктор', aliases: ['конструктор', 'CAD', 'mechanical engineer'] },
  { name: 'Data analyst', nameRu: 'Аналитик данных', aliases: ['data analytics'] },
  { name: 'Data engineer', nameRu: 'Инженер данных', aliases: ['ETL', 'дата-инженер'] },
  {
    name: 'Machine learning engineer',
    nameRu: 'ML-инженер',
    aliases: ['специалист по машинному обучению', 'ML', 'data scientist', 'дата-сайентист'],
  },
  { name: 'UX/UI designer', nameRu: 'Дизайнер интерфейсов', aliases: ['UX', 'UI', 'веб-дизайнер', 'product designer'] },
  { name: 'Graphic designer', nameRu: 'Графический дизайнер', aliases: ['иллюстратор', 'illustrator', 'художник'] },
  { name: 'Tester', nameRu: 'Тестировщик', aliases: ['QA', 'QA engineer', 'инженер по качеству'] },
  { name: 'DevOps engineer', nameRu: 'DevOps-инженер', aliases: ['системный администратор', 'devops', 'sysadmin', 'SRE'] },
  { name: 'Technical writer', nameRu: 'Технический писатель', aliases: ['документалист', 'редактор', 'documentation'] },
  { name: 'Researcher', nameRu: 'Исследователь', aliases: ['UX researcher', 'социолог', 'интервьюер'] },
]

/** The last one is the catch-all: it owns no host and takes every address the others do not. */
export const platforms = [
  { name: 'GitHub', hosts: ['github.com', 'gist.github.com', 'github.io'] },
  { name: 'GitLab', hosts: ['gitlab.com', 'gitlab.io'] },
  { name: 'Figma', hosts: ['figma.com'] },
  { name: 'Google Drive', hosts: ['drive.google.com', 'docs.google.com'] },
  { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  { name: 'Telegram', hosts: ['t.me', 'telegram.me'] },
  { name: 'Notion', hosts: ['notion.so', 'notion.site'] },
  { name: 'Miro', hosts: ['miro.com'] },
  { name: 'Website', hosts: [] as string[] },
]

export const fileTypes = [
  { name: 'Presentation', nameRu: 'Презентация', isPublic: true },
  { name: 'Report', nameRu: 'Отчёт', isPublic: true },
  { name: 'Poster', nameRu: 'Постер', isPublic: true },
  { name: 'Video', nameRu: 'Видео', isPublic: true },
  { name: 'Data set', nameRu: 'Набор данных', isPublic: true },
  { name: 'Source code', nameRu: 'Исходный код', isPublic: false },
  { name: 'Technical specification', nameRu: 'Техническое задание', isPublic: false },
]

export const refusalReasons = [
  { en: 'All places have been given to other teams.', ru: 'Все места заняты другими командами.' },
  { en: 'The team lacks skills the project needs.', ru: 'В команде нет навыков, нужных проекту.' },
  { en: 'The team is too small for the amount of work.', ru: 'Команда слишком мала для такого объёма работы.' },
  { en: 'The application does not say how the team wants to work.', ru: 'Из заявки не видно, как команда собирается работать.' },
  { en: 'The schedule of the team does not fit the project.', ru: 'Расписание команды не совпадает со сроками проекта.' },
  { en: 'The client has postponed or changed the project.', ru: 'Заказчик перенёс или изменил проект.' },
]
