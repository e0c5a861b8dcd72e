/** Functions of windows for scripts of `moving_fn`. */
import type { ClassTable } from '../class_table.js';
import type { JArray } from '../containers/container_types.js';
import {
  ewma,
  holt,
  holtWinters,
  linearWeightedAvg,
  movingMax,
  movingMin,
  movingSum,
  stdDev,
  unweightedAvg,
} from '../host/moving_functions.js';

const numbers = (array: JArray): readonly number[] => array.numbers;

export const movingFunctions: readonly ClassTable[] = [
  {
    name: 'org.opensearch.search.aggregations.pipeline.MovingFunctions',
    contexts: ['moving-function'],
    methods: {},
    statics: {
      'double max(double[])': (values: JArray) => movingMax(numbers(values)),
      'double min(double[])': (values: JArray) => movingMin(numbers(values)),
      'double sum(double[])': (values: JArray) => movingSum(numbers(values)),
      'double stdDev(double[],double)': (values: JArray, average: number) =>
        stdDev(numbers(values), average),
      'double unweightedAvg(double[])': (values: JArray) => unweightedAvg(numbers(values)),
      'double linearWeightedAvg(double[])': (values: JArray) => linearWeightedAvg(numbers(values)),
      'double ewma(double[],double)': (values: JArray, alpha: number) =>
        ewma(numbers(values), alpha),
      'double holt(double[],double,double)': (values: JArray, alpha: number, beta: number) =>
        holt(numbers(values), alpha, beta),
      'double holtWinters(double[],double,double,double,int,boolean)': (
        values: JArray,
        alpha: number,
        beta: number,
        gamma: number,
        period: number,
        multiplicative: boolean,
      ) => holtWinters(numbers(values), { alpha, beta, gamma }, { period, multiplicative }),
    },
  },
];
