export const demoTags = [
  { name: 'Web', name_ru: 'Веб', description: 'Sites, portals and applications that run in a browser.' },
  {
    name: 'Mobile',
    name_ru: 'Мобильные приложения',
    description: 'Applications for phones and tablets, native or installed from the browser.',
  },
  {
    name: 'Machine learning',
    name_ru: 'Машинное обучение',
    description: 'Models that learn from data: recognition, forecasts, search by meaning.',
  },
  { name: 'Open data', name_ru: 'Открытые данные', description: 'Collecting, cleaning and publishing data that everybody may use.' },
  { name: 'Design', name_ru: 'Дизайн', description: 'Interfaces, visualisation, objects and spaces.' },
  { name: 'City', name_ru: 'Город', description: 'Transport, streets, public services and neighbourhoods.' },
  { name: 'Интернет вещей', name_ru: null, description: 'Датчики, контроллеры и устройства, которые передают данные.' },
  { name: 'Робототехника', name_ru: null, description: 'Роботы, манипуляторы, беспилотники и механика.' },
  { name: 'Образование', name_ru: null, description: 'Школа, университет и всё, что помогает учиться и учить.' },
  { name: 'Здоровье', name_ru: null, description: 'Медицина, реабилитация, питание и помощь людям.' },
  { name: 'Культура', name_ru: null, description: 'Музеи, театры, библиотеки, архивы и живая память.' },
  { name: 'Экология', name_ru: null, description: 'Природа, воздух, вода, энергия и бережное потребление.' },
]
