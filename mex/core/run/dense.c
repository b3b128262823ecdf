/* dense.c - the polynomials of all steps (polynomial.h), evaluated anywhere */
#include "geoms.h"
#include "methods/polynomial.h"

/* The step that t belongs to: the first one whose end is not before t. */
static size_t find (size_t steps, const double *step_t, double direction, double t)
{
    size_t low = 0, high = steps - 1;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((step_t[2 * middle + 1] - t) * direction >= 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void geoms_dense (GeomsSteps of, size_t k, const double *t, double *y, double *yp)
{
    const GeomsBasis basis = {of.degree, of.node};
    const size_t size = (size_t)of.n;
    double direction;

    if (of.steps == 0)
        return;
    direction = of.step_t[1] >= of.step_t[0] ? 1 : -1;
    for (size_t j = 0; j < k; j++) {
        const size_t i = find (of.steps, of.step_t, direction, t[j]);
        const double end = of.step_t[2 * i + 1], h = end - of.step_t[2 * i];
        const double *x = of.step_x + (1 + (size_t)of.degree) * size * i;
        const GeomsPolynomial step = {&basis, of.n, x, x + size, of.n, h};

        geoms_polynomial_at (&step, (t[j] - end) / h, y ? y + j * size : NULL,
                             yp ? yp + j * size : NULL);
    }
}
