/* radau_coefficients.h - Radau IIA of order 5: nodes, transformation of A^-1, error weights
 *
 *     c = ((4 - sqrt 6)/10, (4 + sqrt 6)/10, 1)
 *     T^-1 A^-1 T = diag (u1, [alpha -beta; beta alpha])
 *
 * Numbers of Hairer, Wanner: Solving Ordinary Differential Equations II (1996), section IV.8.
 */
#ifndef GEOMS_RADAU_COEFFICIENTS_H
#define GEOMS_RADAU_COEFFICIENTS_H

#define SQRT6 2.4494897427831780982
#define C1 ((4 - SQRT6) / 10)
#define C2 ((4 + SQRT6) / 10)

/* A^-1 = T diag (U1, [ALPHA -BETA; BETA ALPHA]) T^-1, eigenvalues of A^-1 */
static const double U1 = 3.6378342527444957322, ALPHA = 2.6810828736277521339,
                    BETA = 3.0504301992474105694;
static const double T[3][3]
    = {{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
       {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
       {0.96604818261509293619, 1, 0}};
static const double TI[3][3]
    = {{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
       {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
       {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};
/* weights of the embedded error estimate */
static const double DD1 = -(13 + 7 * SQRT6) / 3, DD2 = (-13 + 7 * SQRT6) / 3, DD3 = -1.0 / 3;

#endif
