import { type CivilFields, civilFields } from './civil_fields.js';

const HALF_PAST = Date.parse('2024-12-30T23:30:45.678Z');

function fieldsAt(date: string): CivilFields {
  return civilFields(Date.parse(date));
}

it('splits an instant into all fields', () => {
  expect(civilFields(HALF_PAST)).toEqual({
    era: 1,
    year: 2024,
    yearOfEra: 2024,
    yearOfCentury: 24,
    centuryOfEra: 20,
    weekyear: 2025,
    weekOfWeekyear: 1,
    monthOfYear: 12,
    dayOfYear: 365,
    dayOfMonth: 30,
    dayOfWeek: 1,
    hourOfDay: 23,
    minuteOfDay: 23 * 60 + 30,
    minuteOfHour: 30,
    secondOfDay: (23 * 60 + 30) * 60 + 45,
    secondOfMinute: 45,
    millisOfDay: ((23 * 60 + 30) * 60 + 45) * 1000 + 678,
    millisOfSecond: 678,
  });
});

it('counts the time of a day before 1970 from its midnight', () => {
  expect(civilFields(-1)).toMatchObject({
    year: 1969,
    dayOfYear: 365,
    dayOfWeek: 3,
    hourOfDay: 23,
    millisOfSecond: 999,
  });
});

it('begins a week with Monday, and a year of weeks with the week of its first Thursday', () => {
  expect(fieldsAt('2021-01-03T00:00Z')).toMatchObject({
    weekyear: 2020,
    weekOfWeekyear: 53,
    dayOfWeek: 7,
  });
  expect(fieldsAt('2021-01-04T00:00Z')).toMatchObject({
    weekyear: 2021,
    weekOfWeekyear: 1,
    dayOfWeek: 1,
  });
});

it('counts the days of the first hundred years', () => {
  expect(fieldsAt('0050-02-03T00:00Z')).toMatchObject({
    year: 50,
    dayOfYear: 34,
    weekyear: 50,
    weekOfWeekyear: 5,
  });
});

it.each([
  ['0001-06-01', { era: 1, year: 1, yearOfEra: 1, yearOfCentury: 1, centuryOfEra: 0 }],
  ['0000-06-01', { era: 0, year: 0, yearOfEra: 1, yearOfCentury: 0, centuryOfEra: 0 }],
  ['-000105-06-01', { era: 0, year: -105, yearOfEra: 106, yearOfCentury: 5, centuryOfEra: 1 }],
])('tells the era of %s', (date, fields) => {
  expect(fieldsAt(`${date}T00:00Z`)).toMatchObject(fields);
});
